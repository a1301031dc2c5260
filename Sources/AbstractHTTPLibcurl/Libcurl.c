#define _GNU_SOURCE
#include "AbstractHTTPLibcurl.h"
#include "LCLibrary.h"

#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <link.h>
#include <sys/vfs.h>
#endif

#define LC_POINTER(name, result, parameters) result(*name) parameters;
typedef struct { LC_FUNCTIONS(LC_POINTER) } Functions;

static Functions curl;
/// The library of `curl`.
static void *handle;
static const LCVersionInfo *version;
static const char *problem;
static char message[160];
static pthread_once_t once = PTHREAD_ONCE_INIT;

#if defined(__linux__)
/// Whether the program, which is the first object, asks for a dynamic loader.
static int has_loader(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        if (object->dlpi_phdr[index].p_type == PT_INTERP) *(bool *)context = true;
    }
    return 1;
}
#endif

/// Whether a library can be loaded: in a static executable `dlopen` may end the process.
static bool can_load(void) {
#if defined(__linux__)
    bool result = false;
    dl_iterate_phdr(has_loader, &result);
    return result;
#else
    return true;
#endif
}

/// Finds every function in the library of that name. Returns what is missing, or null.
static const char *find(const char *name, Functions *functions, void **found) {
    if (!can_load()) return "the program is a static executable, which can load no library";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return "the library is not installed";
    *found = library;
#define LC_FIND(function, result, parameters) \
    { \
        void *symbol = dlsym(library, "curl_" #function); \
        if (!symbol) return "the library has no curl_" #function; \
        memcpy(&functions->function, &symbol, sizeof symbol); \
    }
    LC_FUNCTIONS(LC_FIND)
    return NULL;
}

static void load(void) {
#if defined(__APPLE__)
    // The system's: a name without a path is looked for in the working directory, too.
    static const char *const names[] = {"/usr/lib/libcurl.4.dylib"};
#else
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        problem = find(names[index], &curl, &handle);
        if (!problem) break;
    }
    if (problem) {
        snprintf(message, sizeof message, "%s: %s", names[0], problem);
        problem = message;
    } else if (curl.global_init(LCGlobalDefault)) {
        problem = "curl_global_init failed";
    } else {
        version = curl.version_info(LCVersionOfThisLayout);
    }
}

const char *LCLoad(void) {
    pthread_once(&once, load);
    return problem;
}

const char *LCTryLibrary(const char *name) {
    Functions functions;
    void *library;
    return find(name, &functions, &library);
}

void *LCFindSymbol(const char *library, const char *symbol) {
    void *found = handle ? dlsym(handle, symbol) : NULL;
    if (found || !can_load()) return found;
    void *other = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return other ? dlsym(other, symbol) : NULL;
}

const LCVersionInfo *LCVersion(void) { return version; }

void *LCEasyMake(void) { return curl.easy_init(); }

void LCEasyFree(void *easy) { curl.easy_cleanup(easy); }

LCCode LCEasySetNumber(void *easy, LCOption option, long value) { return curl.easy_setopt(easy, option, value); }

LCCode LCEasySetSize(void *easy, LCOption option, int64_t bytes) { return curl.easy_setopt(easy, option, bytes); }

LCCode LCEasySetPointer(void *easy, LCOption option, const void *value) {
    return curl.easy_setopt(easy, option, value);
}

void LCEasySetCallbacks(
    void *easy, void *context, LCWrite onHeader, LCWrite onBody, LCRead onRead, LCSeek onSeek, LCResolverStart onResolve,
    LCBeforeRequest onRequest) {
    curl.easy_setopt(easy, LCOptionHeaderFunction, onHeader);
    curl.easy_setopt(easy, LCOptionHeaderData, context);
    curl.easy_setopt(easy, LCOptionWriteFunction, onBody);
    curl.easy_setopt(easy, LCOptionWriteData, context);
    curl.easy_setopt(easy, LCOptionReadFunction, onRead);
    curl.easy_setopt(easy, LCOptionReadData, context);
    curl.easy_setopt(easy, LCOptionSeekFunction, onSeek);
    curl.easy_setopt(easy, LCOptionSeekData, context);
    curl.easy_setopt(easy, LCOptionResolverStartFunction, onResolve);
    curl.easy_setopt(easy, LCOptionResolverStartData, context);
    curl.easy_setopt(easy, LCOptionBeforeRequestFunction, onRequest);
    curl.easy_setopt(easy, LCOptionBeforeRequestData, context);
    curl.easy_setopt(easy, LCOptionPrivate, context);
}

bool LCTraceHTTP2(void) {
    void *symbol = handle ? dlsym(handle, "curl_global_trace") : NULL;
    int (*trace)(const char *) = NULL;
    memcpy(&trace, &symbol, sizeof symbol);
    return trace && trace("http/2") == 0;
}

void LCEasySetDebugCallback(void *easy, void *context, LCDebug onDebug) {
    curl.easy_setopt(easy, LCOptionDebugFunction, onDebug);
    curl.easy_setopt(easy, LCOptionDebugData, context);
}

void LCEasySetSocketCallbacks(
    void *easy, void *context, LCOpenSocket onOpen, void *closeContext, LCCloseSocket onClose) {
    curl.easy_setopt(easy, LCOptionOpenSocketFunction, onOpen);
    curl.easy_setopt(easy, LCOptionOpenSocketData, context);
    curl.easy_setopt(easy, LCOptionCloseSocketFunction, onClose);
    curl.easy_setopt(easy, LCOptionCloseSocketData, closeContext);
}

LCCode LCEasyPause(void *easy, int directions) { return curl.easy_pause(easy, directions); }

int64_t LCEasyInfo(void *easy, LCInfo info) {
    // The kind of a number is part of it: a long, or an offset.
    if ((info & 0xF00000) == 0x200000) {
        long value = -1;
        return curl.easy_getinfo(easy, info, &value) ? -1 : value;
    }
    int64_t value = -1;
    return curl.easy_getinfo(easy, info, &value) ? -1 : value;
}

int LCEasySocket(void *easy) {
    int socket = -1;
    return curl.easy_getinfo(easy, LCInfoActiveSocket, &socket) ? -1 : socket;
}

static int (*opensslHasPending)(const void *);
static int (*opensslShutdown)(const void *);
static size_t (*gnutlsPending)(void *);

/// Whether libcurl uses the OpenSSL whose function was found. libcurl may contain another one, and load this one for another library.
static bool is_own_openssl(void) {
    void *symbol = dlsym(handle, "OpenSSL_version");
    const char *(*text)(int);
    memcpy(&text, &symbol, sizeof symbol);
    const char *number = version && version->tls ? strchr(version->tls, '/') : NULL;
    if (!symbol || !number) return false;
    char digits[16];
    size_t count = strcspn(++number, " )");
    if (count == 0 || count >= sizeof digits) return false;
    memcpy(digits, number, count);
    digits[count] = 0;
    return strstr(text(0), digits);
}

/// Finds the functions in the libraries that libcurl uses itself.
static void find_tls_functions(void) {
    void *symbol = dlsym(handle, "gnutls_record_check_pending");
    memcpy(&gnutlsPending, &symbol, sizeof symbol);
    if (!is_own_openssl()) return;
    symbol = dlsym(handle, "SSL_has_pending");
    if (!symbol) symbol = dlsym(handle, "SSL_pending");
    memcpy(&opensslHasPending, &symbol, sizeof symbol);
    symbol = dlsym(handle, "SSL_get_shutdown");
    memcpy(&opensslShutdown, &symbol, sizeof symbol);
}

/// The TLS session of the transfer's connection, or NULL.
static const LCTLSSession *tls_session(void *easy) {
    static pthread_once_t found = PTHREAD_ONCE_INIT;
    pthread_once(&found, find_tls_functions);
    LCTLSSession *session = NULL;
    if (curl.easy_getinfo(easy, LCInfoTLSSession, &session) || !session || !session->internals) return NULL;
    return session;
}

bool LCEasyHasPendingTLS(void *easy) {
    const LCTLSSession *session = tls_session(easy);
    if (!session) return false;
    if (session->library == LCOpenSSL) return opensslHasPending && opensslHasPending(session->internals);
    if (session->library == LCGnuTLS) return gnutlsPending && gnutlsPending(session->internals);
    return false;
}

bool LCEasyMissesCloseNotify(void *easy) {
    const LCTLSSession *session = tls_session(easy);
    if (!session || session->library != LCOpenSSL || !opensslShutdown) return false;
    enum { receivedShutdown = 2 }; // SSL_RECEIVED_SHUTDOWN
    return !(opensslShutdown(session->internals) & receivedShutdown);
}

void LCEasySetProgressCallback(void *easy, void *context, LCProgress onProgress) {
    curl.easy_setopt(easy, LCOptionProgressFunction, onProgress);
    curl.easy_setopt(easy, LCOptionProgressData, context);
    curl.easy_setopt(easy, LCOptionNoProgress, onProgress ? 0L : 1L);
}

void *LCEasyContext(void *easy) {
    void *context = NULL;
    return curl.easy_getinfo(easy, LCInfoPrivate, &context) ? NULL : context;
}

const char *LCCodeText(LCCode code) { return curl.easy_strerror(code); }

void *LCURLMake(const char *text) {
    void *url = curl.url();
    if (url && !curl.url_set(url, LCURLWhole, text, LCURLPathAsIs)) return url;
    curl.url_cleanup(url);
    return NULL;
}

void LCURLFree(void *url) { curl.url_cleanup(url); }

void *LCShareMake(void) {
    void *share = curl.share_init();
    if (share && !curl.share_setopt(share, LCShareOptionData, LCSharedTLSSessions)) return share;
    LCShareFree(share);
    return NULL;
}

void LCShareFree(void *share) {
    if (share) curl.share_cleanup(share);
}

void *LCMultiMake(void) { return curl.multi_init(); }

void LCMultiFree(void *multi) { curl.multi_cleanup(multi); }

void LCMultiSetNumber(void *multi, LCMultiOption option, long value) { curl.multi_setopt(multi, option, value); }

void LCMultiSetCallbacks(void *multi, void *context, LCSocketChange onSocket, LCTimerChange onTimer) {
    curl.multi_setopt(multi, LCMultiOptionSocketFunction, onSocket);
    curl.multi_setopt(multi, LCMultiOptionSocketData, context);
    curl.multi_setopt(multi, LCMultiOptionTimerFunction, onTimer);
    curl.multi_setopt(multi, LCMultiOptionTimerData, context);
}

int LCMultiAdd(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }

void LCMultiRemove(void *multi, void *easy) { curl.multi_remove_handle(multi, easy); }

void LCMultiAct(void *multi, int socket, int what) {
    int running = 0;
    curl.multi_socket_action(multi, socket, what, &running);
}

void *LCMultiNextDone(void *multi, LCCode *code) {
    int left = 0;
    LCMessage *next;
    while ((next = curl.multi_info_read(multi, &left))) {
        if (next->message == LCMessageDone) {
            *code = next->data.code;
            return next->easy;
        }
    }
    return NULL;
}

const char *LCMultiCodeText(int code) { return curl.multi_strerror(code); }

/// What `statfs(2)` calls a file system that is in memory.
static const long memoryFileSystem = 0x01021994;

ssize_t LCReadCached(int file, void *buffer, size_t size) {
#if defined(__GLIBC__) && defined(RWF_NOWAIT)
    struct iovec part = {buffer, size};
    ssize_t count = preadv2(file, &part, 1, -1, RWF_NOWAIT);
    if (count >= 0 || errno != EOPNOTSUPP) return count;
    struct statfs system;
    return fstatfs(file, &system) == 0 && system.f_type == memoryFileSystem ? read(file, buffer, size) : -1;
#else
    (void)file, (void)buffer, (void)size;
    return -1;
#endif
}

static _Thread_local uintptr_t threadMark;

void LCMarkThread(uintptr_t mark) { threadMark = mark; }

uintptr_t LCThreadMark(void) { return threadMark; }

void LCNameThread(const char *name) {
#if defined(__APPLE__)
    pthread_setname_np(name);
#else
    pthread_setname_np(pthread_self(), name);
#endif
}

bool LCHoldPipeSignal(void) {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    return !sigismember(&before, SIGPIPE);
}

void LCDropPipeSignal(void) {
    sigset_t pipe, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigemptyset(&pending);
    int signal;
    if (!sigpending(&pending) && sigismember(&pending, SIGPIPE)) sigwait(&pipe, &signal);
    pthread_sigmask(SIG_UNBLOCK, &pipe, NULL);
}

#if !defined(__APPLE__)
static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
#endif

#if !defined(POLLRDHUP)
// Other systems report the end of what the other side sends as POLLHUP.
#define POLLRDHUP 0
#endif

int LCLook(int socket) {
    struct pollfd polled = {socket, POLLIN | POLLRDHUP, 0};
    int count;
    do count = poll(&polled, 1, 0);
    while (count < 0 && errno == EINTR);
    if (count == 0) return LCSocketQuiet;
    return count < 0 || polled.revents & ~POLLIN ? LCSocketClosed : LCSocketReadable;
}

int LCLocalPort(int socket) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &length)) return 0;
    switch (address.ss_family) {
    case AF_INET: return ntohs(((struct sockaddr_in *)&address)->sin_port);
    case AF_INET6: return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    default: return 0;
    }
}

int LCWaitForOne(int socket, short events, int waker, long lookNanoseconds, long sleepNanoseconds, bool *slept) {
    *slept = false;
#if defined(__APPLE__)
    return -1;
#else
    struct pollfd polled[] = {{socket, events, 0}, {waker, POLLIN, 0}};
    for (int64_t end = lookNanoseconds > 0 ? now() + lookNanoseconds : 0; end > 0 && now() < end;) {
        if (poll(polled, 2, 0) > 0) return polled[0].revents;
    }
    *slept = true;
    struct timespec time = {0, sleepNanoseconds};
    return ppoll(polled, 2, &time, NULL) > 0 ? polled[0].revents : -1;
#endif
}
