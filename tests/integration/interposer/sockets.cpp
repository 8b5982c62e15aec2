// SPDX-License-Identifier: Apache-2.0
// Sockets, and waiting for any kind of file.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>

#include "tests/integration/interposer/watch.h"

using namespace ghostcar::tests::interposer;

extern "C" {

ssize_t send(int socket, const void* data, size_t size, int flags) {
    forbid_in_tick("send");
    return next<&send>("send")(socket, data, size, flags);
}

ssize_t sendto(int socket, const void* data, size_t size, int flags, const sockaddr* peer,
               socklen_t peer_size) {
    forbid_in_tick("sendto");
    return next<&sendto>("sendto")(socket, data, size, flags, peer, peer_size);
}

ssize_t sendmsg(int socket, const msghdr* message, int flags) {
    forbid_in_tick("sendmsg");
    return next<&sendmsg>("sendmsg")(socket, message, flags);
}

int sendmmsg(int socket, mmsghdr* messages, unsigned count, int flags) {
    forbid_in_tick("sendmmsg");
    return next<&sendmmsg>("sendmmsg")(socket, messages, count, flags);
}

ssize_t recv(int socket, void* data, size_t size, int flags) {
    forbid_in_tick("recv");
    return next<&recv>("recv")(socket, data, size, flags);
}

ssize_t recvfrom(int socket, void* data, size_t size, int flags, sockaddr* peer,
                 socklen_t* peer_size) {
    forbid_in_tick("recvfrom");
    return next<&recvfrom>("recvfrom")(socket, data, size, flags, peer, peer_size);
}

ssize_t recvmsg(int socket, msghdr* message, int flags) {
    forbid_in_tick("recvmsg");
    return next<&recvmsg>("recvmsg")(socket, message, flags);
}

int recvmmsg(int socket, mmsghdr* messages, unsigned count, int flags, timespec* patience) {
    forbid_in_tick("recvmmsg");
    return next<&recvmmsg>("recvmmsg")(socket, messages, count, flags, patience);
}

int connect(int socket, const sockaddr* peer, socklen_t peer_size) {
    forbid_in_tick("connect");
    return next<&connect>("connect")(socket, peer, peer_size);
}

int accept(int socket, sockaddr* peer, socklen_t* peer_size) {
    forbid_in_tick("accept");
    return next<&accept>("accept")(socket, peer, peer_size);
}

int poll(pollfd* files, nfds_t count, int patience_ms) {
    forbid_in_tick("poll");
    return next<&poll>("poll")(files, count, patience_ms);
}

int ppoll(pollfd* files, nfds_t count, const timespec* patience, const sigset_t* signals) {
    forbid_in_tick("ppoll");
    return next<&ppoll>("ppoll")(files, count, patience, signals);
}

int select(int count, fd_set* to_read, fd_set* to_write, fd_set* broken, timeval* patience) {
    forbid_in_tick("select");
    return next<&select>("select")(count, to_read, to_write, broken, patience);
}

int pselect(int count, fd_set* to_read, fd_set* to_write, fd_set* broken, const timespec* patience,
            const sigset_t* signals) {
    forbid_in_tick("pselect");
    return next<&pselect>("pselect")(count, to_read, to_write, broken, patience, signals);
}

int epoll_wait(int file, epoll_event* events, int count, int patience_ms) {
    forbid_in_tick("epoll_wait");
    return next<&epoll_wait>("epoll_wait")(file, events, count, patience_ms);
}

int epoll_pwait(int file, epoll_event* events, int count, int patience_ms,
                const sigset_t* signals) {
    forbid_in_tick("epoll_pwait");
    return next<&epoll_pwait>("epoll_pwait")(file, events, count, patience_ms, signals);
}

}  // extern "C"
