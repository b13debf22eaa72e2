"""Chapter 03 in JAX: the two layers by hand, their gradients by jax.grad, and a pure step of SGD."""
import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


# [twin]
def network(params, x):
    h = jax.nn.relu(x @ params["w1"] + params["b1"])
    return h @ params["w2"] + params["b2"]


def loss(params, x, labels, global_batch):
    log_p = jax.nn.log_softmax(network(params, x))
    return -jnp.sum(log_p[jnp.arange(len(labels)), labels]) / global_batch


def sgd_step(params, gradients, rate):
    return jax.tree.map(lambda w, g: w - rate * g, params, gradients)
# [twin]


# [by_hand]
params = {
    "w1": jnp.array([[1.0, -1.0], [1.0, 0.0]]),
    "b1": jnp.zeros(2),
    "w2": jnp.array([[0.5, 0.0], [1.0, 3.0]]),
    "b2": jnp.array([0.5, 1.0]),
}
x, labels = jnp.array([[1.0, 2.0]]), jnp.array([0])
value, gradients = jax.value_and_grad(loss)(params, x, labels, 1)
print(f"{value:.4f} {gradients['w1'][1, 0]:.4f}")  # 0.3133 -0.2689
# [by_hand]
assert f"{value:.4f} {gradients['w1'][1, 0]:.4f}" == "0.3133 -0.2689"

after = loss(sgd_step(params, gradients, 0.1), x, labels, 1)
assert f"{after:.4f}" == "0.1854", after
assert float(loss(params, x, labels, 1)) == float(value), "the step changed what it was given"

# Logits of ten thousand: log_softmax takes the largest away first.
large = jax.nn.log_softmax(jnp.array([1.0e4, 1.0e4 - 1.0]))
assert bool(jnp.all(jnp.isfinite(large)))

# The pieces of a batch: losses and gradients add up to those of the whole.
batch = jax.random.normal(jax.random.key(0), (6, 2))
classes = jnp.array([0, 1, 1, 0, 1, 0])
whole, whole_gradients = jax.value_and_grad(loss)(params, batch, classes, 6)
parts = [jax.value_and_grad(loss)(params, batch[b:e], classes[b:e], 6) for b, e in ((0, 1), (1, 3), (3, 6))]
assert abs(sum(part for part, _ in parts) - whole) < 1e-14
total = jax.tree.map(lambda *pieces: sum(pieces), *(part for _, part in parts))
assert jax.tree.all(jax.tree.map(lambda a, b: bool(jnp.allclose(a, b, rtol=0, atol=1e-14)), total, whole_gradients))
