// SPDX-License-Identifier: Apache-2.0
// Locks, conditions, semaphores and threads. Unlocking is not forbidden: without a lock there is
// nothing to unlock.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "tests/integration/interposer/watch.h"

using namespace ghostcar::tests::interposer;

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    forbid_in_tick("pthread_mutex_lock");
    return next<&pthread_mutex_lock>("pthread_mutex_lock")(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
    forbid_in_tick("pthread_mutex_trylock");
    return next<&pthread_mutex_trylock>("pthread_mutex_trylock")(mutex);
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) noexcept {
    forbid_in_tick("pthread_mutex_timedlock");
    return next<&pthread_mutex_timedlock>("pthread_mutex_timedlock")(mutex, deadline);
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                            const timespec* deadline) noexcept {
    forbid_in_tick("pthread_mutex_clocklock");
    return next<&pthread_mutex_clocklock>("pthread_mutex_clocklock")(mutex, clock, deadline);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
    forbid_in_tick("pthread_rwlock_rdlock");
    return next<&pthread_rwlock_rdlock>("pthread_rwlock_rdlock")(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
    forbid_in_tick("pthread_rwlock_wrlock");
    return next<&pthread_rwlock_wrlock>("pthread_rwlock_wrlock")(lock);
}

int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
    forbid_in_tick("pthread_spin_lock");
    return next<&pthread_spin_lock>("pthread_spin_lock")(lock);
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
    forbid_in_tick("pthread_barrier_wait");
    return next<&pthread_barrier_wait>("pthread_barrier_wait")(barrier);
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    forbid_in_tick("pthread_cond_wait");
    return next<&pthread_cond_wait>("pthread_cond_wait")(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const timespec* deadline) {
    forbid_in_tick("pthread_cond_timedwait");
    return next<&pthread_cond_timedwait>("pthread_cond_timedwait")(condition, mutex, deadline);
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* deadline) {
    forbid_in_tick("pthread_cond_clockwait");
    return next<&pthread_cond_clockwait>("pthread_cond_clockwait")(condition, mutex, clock,
                                                                   deadline);
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
    forbid_in_tick("pthread_cond_signal");
    return next<&pthread_cond_signal>("pthread_cond_signal")(condition);
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
    forbid_in_tick("pthread_cond_broadcast");
    return next<&pthread_cond_broadcast>("pthread_cond_broadcast")(condition);
}

int sem_wait(sem_t* semaphore) {
    forbid_in_tick("sem_wait");
    return next<&sem_wait>("sem_wait")(semaphore);
}

int sem_timedwait(sem_t* semaphore, const timespec* deadline) {
    forbid_in_tick("sem_timedwait");
    return next<&sem_timedwait>("sem_timedwait")(semaphore, deadline);
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* deadline) {
    forbid_in_tick("sem_clockwait");
    return next<&sem_clockwait>("sem_clockwait")(semaphore, clock, deadline);
}

int sem_post(sem_t* semaphore) noexcept {
    forbid_in_tick("sem_post");
    return next<&sem_post>("sem_post")(semaphore);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) noexcept {
    forbid_in_tick("pthread_create");
    return next<&pthread_create>("pthread_create")(thread, attributes, body, argument);
}

int pthread_join(pthread_t thread, void** result) {
    forbid_in_tick("pthread_join");
    return next<&pthread_join>("pthread_join")(thread, result);
}

}  // extern "C"
