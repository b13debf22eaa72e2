"""Chapter 01 in JAX: eight devices, one array cut by rows, one sum over all of it."""
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

# [twin]
import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(jax.devices()[:8], ("ranks",))
rows = jax.device_put(jnp.arange(16.0), NamedSharding(mesh, P("ranks")))  # two rows a device
print(rows.addressable_shards[3].data)  # [6. 7.]

mean = jax.jit(jnp.mean)
print(mean(rows))  # 7.5
print("all-reduce" in mean.lower(rows).compile().as_text())  # True
# [twin]

assert [shard.data.shape for shard in rows.addressable_shards] == [(2,)] * 8
assert rows.addressable_shards[3].data.tolist() == [6.0, 7.0]
assert float(mean(rows)) == 7.5
assert "all-reduce" in mean.lower(rows).compile().as_text()


# Roll call: every device gives its badge and holds all of them.
# [roll_call]
def roll_call(badge):
    return jax.lax.all_gather(badge, "ranks", tiled=True)


badges = jnp.array([70, 12, 55, 8, 31, 99, 4, 26])
heard = jax.shard_map(roll_call, mesh=mesh, in_specs=P("ranks"), out_specs=P("ranks"))(badges)
print(heard.shape)  # (64,): all eight badges on each of the eight devices
# [roll_call]
assert heard.shape == (64,)
assert all(shard.data.tolist() == badges.tolist() for shard in heard.addressable_shards)
