#include "trial/allocation.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace brigade::allocation {
namespace {

// A student's program may have threads.
std::atomic<std::int64_t> level = 0, highest = 0;
std::atomic<int> pauses = 0;

void raise_highest(std::int64_t reached) {
  std::int64_t seen = highest.load(std::memory_order_relaxed);
  while (reached > seen &&
         !highest.compare_exchange_weak(seen, reached, std::memory_order_relaxed)) {
  }
}

void *counted(void *block) {
  if (!block)
    return nullptr;
  if (pauses.load(std::memory_order_relaxed) == 0) {
    const auto size = static_cast<std::int64_t>(::malloc_usable_size(block));
    raise_highest(level.fetch_add(size, std::memory_order_relaxed) + size);
  }
  return block;
}

void *allocate(std::size_t size, std::size_t alignment = 0) {
  size = size == 0 ? 1 : size;
  for (;;) {
    void *block = nullptr;
    if (alignment == 0)
      block = std::malloc(size);
    else if (::posix_memalign(&block, alignment < sizeof(void *) ? sizeof(void *) : alignment,
                              size) != 0)
      block = nullptr;
    if (block)
      return counted(block);
    const std::new_handler handler = std::get_new_handler();
    if (!handler)
      return nullptr;
    handler();
  }
}

void *allocate_or_throw(std::size_t size, std::size_t alignment = 0) {
  if (void *block = allocate(size, alignment))
    return block;
  throw std::bad_alloc();
}

void release(void *block) {
  if (!block)
    return;
  if (pauses.load(std::memory_order_relaxed) == 0)
    level.fetch_sub(static_cast<std::int64_t>(::malloc_usable_size(block)),
                    std::memory_order_relaxed);
  std::free(block);
}

} // namespace

void start_counting() {
  level = 0;
  highest = 0;
}

std::int64_t peak() { return highest; }

void pause() { ++pauses; }
void resume() { --pauses; }

} // namespace brigade::allocation

using brigade::allocation::allocate;
using brigade::allocation::allocate_or_throw;
using brigade::allocation::release;

void *operator new(std::size_t size) { return allocate_or_throw(size); }
void *operator new[](std::size_t size) { return allocate_or_throw(size); }
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void *operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void *operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void *operator new[](std::size_t size, std::align_val_t alignment,
                     const std::nothrow_t &) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *block) noexcept { release(block); }
void operator delete[](void *block) noexcept { release(block); }
void operator delete(void *block, std::size_t) noexcept { release(block); }
void operator delete[](void *block, std::size_t) noexcept { release(block); }
void operator delete(void *block, const std::nothrow_t &) noexcept { release(block); }
void operator delete[](void *block, const std::nothrow_t &) noexcept { release(block); }
void operator delete(void *block, std::align_val_t) noexcept { release(block); }
void operator delete[](void *block, std::align_val_t) noexcept { release(block); }
void operator delete(void *block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete[](void *block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete(void *block, std::align_val_t, const std::nothrow_t &) noexcept {
  release(block);
}
void operator delete[](void *block, std::align_val_t, const std::nothrow_t &) noexcept {
  release(block);
}
