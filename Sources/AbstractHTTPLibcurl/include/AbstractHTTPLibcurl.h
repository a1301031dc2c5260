/// libcurl without its headers and without a link flag: the part of its stable ABI that a connector needs, declared here, and found
/// in the system's library when it is first used.
///
/// Everything is in lists, so that `Tests/Scripts/check-libcurl` can compare each entry with the real `curl.h`. It includes that one
/// first and defines `LC_CHECKED`, under which the types of libcurl stand in the prototypes.
#ifndef ABSTRACTHTTP_LIBCURL_H
#define ABSTRACTHTTP_LIBCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "LCDecoder.h"

#if defined(__linux__)
// Swift's modules of the C libraries leave it out.
#include <sys/epoll.h>
#endif

/// Options of a transfer: their name here, their name in `curl.h`, their number.
#define LC_OPTIONS(X) \
    X(URL, URL, 10002) \
    X(Proxy, PROXY, 10004) \
    X(ErrorBuffer, ERRORBUFFER, 10010) \
    X(HeaderList, HTTPHEADER, 10023) \
    X(ClientCertificate, SSLCERT, 10025) \
    X(KeyPassword, KEYPASSWD, 10026) \
    X(CustomMethod, CUSTOMREQUEST, 10036) \
    X(Verbose, VERBOSE, 41) \
    X(NoProgress, NOPROGRESS, 43) \
    X(NoBody, NOBODY, 44) \
    X(Upload, UPLOAD, 46) \
    X(Post, POST, 47) \
    X(TrustedCertificates, CAINFO, 10065) \
    X(Get, HTTPGET, 80) \
    X(HTTPVersion, HTTP_VERSION, 84) \
    X(ClientCertificateType, SSLCERTTYPE, 10086) \
    X(ClientKey, SSLKEY, 10087) \
    X(TrustedCertificateFolder, CAPATH, 10097) \
    X(ReceiveBufferSize, BUFFERSIZE, 98) \
    X(NoSignal, NOSIGNAL, 99) \
    X(Private, PRIVATE, 10103) \
    X(ProxyAuthentication, PROXYAUTH, 111) \
    X(ConnectTimeoutMilliseconds, CONNECTTIMEOUT_MS, 156) \
    X(CopiedPostFields, COPYPOSTFIELDS, 10165) \
    X(ProxyUser, PROXYUSERNAME, 10175) \
    X(ProxyPassword, PROXYPASSWORD, 10176) \
    X(NoProxy, NOPROXY, 10177) \
    X(AllowedProtocols, PROTOCOLS, 181) \
    X(PinnedPublicKey, PINNEDPUBLICKEY, 10230) \
    X(UnixSocketPath, UNIX_SOCKET_PATH, 10231) \
    X(RequestTarget, REQUEST_TARGET, 10266) \
    X(PathAsIs, PATH_AS_IS, 234) \
    X(PipeWait, PIPEWAIT, 237) \
    X(SuppressConnectHeaders, SUPPRESS_CONNECT_HEADERS, 265) \
    X(SOCKS5Authentication, SOCKS5_AUTH, 267) \
    X(UploadBufferSize, UPLOAD_BUFFERSIZE, 280) \
    X(MaximumIdleSeconds, MAXAGE_CONN, 288) \
    X(FreshConnection, FRESH_CONNECT, 74) \
    X(ForbidReuse, FORBID_REUSE, 75) \
    X(ParsedURL, CURLU, 10282) \
    X(QuickExit, QUICK_EXIT, 322) \
    X(Share, SHARE, 10100) \
    X(UploadSize, INFILESIZE_LARGE, 30115) \
    X(PostFieldSize, POSTFIELDSIZE_LARGE, 30120) \
    X(WriteData, WRITEDATA, 10001) \
    X(WriteFunction, WRITEFUNCTION, 20011) \
    X(ReadData, READDATA, 10009) \
    X(ReadFunction, READFUNCTION, 20012) \
    X(HeaderData, HEADERDATA, 10029) \
    X(HeaderFunction, HEADERFUNCTION, 20079) \
    X(OpenSocketData, OPENSOCKETDATA, 10164) \
    X(OpenSocketFunction, OPENSOCKETFUNCTION, 20163) \
    X(SeekData, SEEKDATA, 10168) \
    X(SeekFunction, SEEKFUNCTION, 20167) \
    X(CloseSocketData, CLOSESOCKETDATA, 10209) \
    X(DebugData, DEBUGDATA, 10095) \
    X(DebugFunction, DEBUGFUNCTION, 20094) \
    X(CloseSocketFunction, CLOSESOCKETFUNCTION, 20208) \
    X(ProgressData, XFERINFODATA, 10057) \
    X(ProgressFunction, XFERINFOFUNCTION, 20219) \
    X(ResolverStartData, RESOLVER_START_DATA, 10273) \
    X(ResolverStartFunction, RESOLVER_START_FUNCTION, 20272) \
    X(BeforeRequestData, PREREQDATA, 10313) \
    X(BeforeRequestFunction, PREREQFUNCTION, 20312)

/// Options of what carries transfers.
#define LC_MULTI_OPTIONS(X) \
    X(SocketFunction, SOCKETFUNCTION, 20001) \
    X(SocketData, SOCKETDATA, 10002) \
    X(TimerFunction, TIMERFUNCTION, 20004) \
    X(TimerData, TIMERDATA, 10005) \
    X(KeptConnections, MAXCONNECTS, 6) \
    X(ConnectionsPerHost, MAX_HOST_CONNECTIONS, 7) \
    X(Connections, MAX_TOTAL_CONNECTIONS, 13)

/// Options of what handles share.
#define LC_SHARE_OPTIONS(X) \
    X(Data, SHARE, 1)

/// What a transfer tells of itself.
#define LC_INFOS(X) \
    X(StatusCode, RESPONSE_CODE, 0x200002) \
    X(Private, PRIVATE, 0x100015) \
    X(ProxyStatusCode, HTTP_CONNECTCODE, 0x200016) \
    X(SystemError, OS_ERRNO, 0x200019) \
    X(NewConnections, NUM_CONNECTS, 0x20001A) \
    X(SentBytes, SIZE_UPLOAD_T, 0x600007) \
    X(ReceivedBytes, SIZE_DOWNLOAD_T, 0x600008) \
    X(ActiveSocket, ACTIVESOCKET, 0x50002C) \
    X(TLSSession, TLS_SSL_PTR, 0x40002D) \
    X(HTTPVersion, HTTP_VERSION, 0x20002E) \
    X(TotalTime, TOTAL_TIME_T, 0x600032) \
    X(NameLookupTime, NAMELOOKUP_TIME_T, 0x600033) \
    X(ConnectTime, CONNECT_TIME_T, 0x600034) \
    X(FirstByteTime, STARTTRANSFER_TIME_T, 0x600036) \
    X(TLSTime, APPCONNECT_TIME_T, 0x600038)

/// How a transfer ended, as far as it makes a difference here.
#define LC_CODES(X) \
    X(OK, OK, 0) \
    X(UnsupportedProtocol, UNSUPPORTED_PROTOCOL, 1) \
    X(MalformedURL, URL_MALFORMAT, 3) \
    X(NotBuiltIn, NOT_BUILT_IN, 4) \
    X(ProxyNameNotFound, COULDNT_RESOLVE_PROXY, 5) \
    X(NameNotFound, COULDNT_RESOLVE_HOST, 6) \
    X(CouldNotConnect, COULDNT_CONNECT, 7) \
    X(WeirdReply, WEIRD_SERVER_REPLY, 8) \
    X(HTTP2, HTTP2, 16) \
    X(PartialFile, PARTIAL_FILE, 18) \
    X(WriteError, WRITE_ERROR, 23) \
    X(ReadError, READ_ERROR, 26) \
    X(OutOfMemory, OUT_OF_MEMORY, 27) \
    X(TimedOut, OPERATION_TIMEDOUT, 28) \
    X(TLSConnect, SSL_CONNECT_ERROR, 35) \
    X(AbortedByCallback, ABORTED_BY_CALLBACK, 42) \
    X(BadFunctionArgument, BAD_FUNCTION_ARGUMENT, 43) \
    X(UnknownOption, UNKNOWN_OPTION, 48) \
    X(GotNothing, GOT_NOTHING, 52) \
    X(TLSEngineNotFound, SSL_ENGINE_NOTFOUND, 53) \
    X(TLSEngineFailed, SSL_ENGINE_SETFAILED, 54) \
    X(SendError, SEND_ERROR, 55) \
    X(ReceiveError, RECV_ERROR, 56) \
    X(ClientCertificate, SSL_CERTPROBLEM, 58) \
    X(TLSCipher, SSL_CIPHER, 59) \
    X(PeerNotVerified, PEER_FAILED_VERIFICATION, 60) \
    X(BadContentEncoding, BAD_CONTENT_ENCODING, 61) \
    X(SendFailedRewind, SEND_FAIL_REWIND, 65) \
    X(TLSEngineInitialization, SSL_ENGINE_INITFAILED, 66) \
    X(TrustedCertificates, SSL_CACERT_BADFILE, 77) \
    X(TLSShutdown, SSL_SHUTDOWN_FAILED, 80) \
    X(TLSRevocationList, SSL_CRL_BADFILE, 82) \
    X(TLSIssuer, SSL_ISSUER_ERROR, 83) \
    X(PinnedPublicKey, SSL_PINNEDPUBKEYNOTMATCH, 90) \
    X(CertificateStatus, SSL_INVALIDCERTSTATUS, 91) \
    X(HTTP2Stream, HTTP2_STREAM, 92) \
    X(Proxy, PROXY, 97) \
    X(ClientCertificateMissing, SSL_CLIENTCERT, 98)

/// What libcurl was built with.
#define LC_FEATURES(X) \
    X(TLS, SSL, 1 << 2) \
    X(AsynchronousNames, ASYNCHDNS, 1 << 7) \
    X(HTTP2, HTTP2, 1 << 16) \
    X(UnixSockets, UNIX_SOCKETS, 1 << 19)

/// Other numbers, by their whole name in `curl.h`.
#define LC_NUMBERS(X) \
    X(GlobalDefault, CURL_GLOBAL_DEFAULT, 3) \
    X(PauseReading, CURLPAUSE_RECV, 1) \
    X(PauseSending, CURLPAUSE_SEND, 4) \
    X(ReadAbort, CURL_READFUNC_ABORT, 0x10000000) \
    X(ReadPause, CURL_READFUNC_PAUSE, 0x10000001) \
    X(WritePause, CURL_WRITEFUNC_PAUSE, 0x10000001) \
    X(SeekDone, CURL_SEEKFUNC_OK, 0) \
    X(SeekImpossible, CURL_SEEKFUNC_FAIL, 1) \
    X(BeforeRequestGoOn, CURL_PREREQFUNC_OK, 0) \
    X(BeforeRequestAbort, CURL_PREREQFUNC_ABORT, 1) \
    X(AuthenticationBasic, CURLAUTH_BASIC, 1) \
    X(AuthenticationDigest, CURLAUTH_DIGEST, 2) \
    X(HTTPVersion1, CURL_HTTP_VERSION_1_1, 2) \
    X(HTTPVersion1Dot0, CURL_HTTP_VERSION_1_0, 1) \
    X(HTTPVersion2, CURL_HTTP_VERSION_2_0, 3) \
    X(HTTPVersion3, CURL_HTTP_VERSION_3, 30) \
    X(HTTPVersion2OverTLS, CURL_HTTP_VERSION_2TLS, 4) \
    X(HTTPVersion2Only, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE, 5) \
    X(ProtocolHTTP, CURLPROTO_HTTP, 1) \
    X(ProtocolHTTPS, CURLPROTO_HTTPS, 2) \
    X(MessageDone, CURLMSG_DONE, 1) \
    X(PollReading, CURL_POLL_IN, 1) \
    X(PollWriting, CURL_POLL_OUT, 2) \
    X(PollRemove, CURL_POLL_REMOVE, 4) \
    X(SelectReading, CURL_CSELECT_IN, 1) \
    X(SelectWriting, CURL_CSELECT_OUT, 2) \
    X(SelectError, CURL_CSELECT_ERR, 4) \
    X(SocketTimeout, CURL_SOCKET_TIMEOUT, -1) \
    X(ErrorBufferSize, CURL_ERROR_SIZE, 256) \
    X(OpenSSL, CURLSSLBACKEND_OPENSSL, 1) \
    X(GnuTLS, CURLSSLBACKEND_GNUTLS, 2) \
    X(SharedTLSSessions, CURL_LOCK_DATA_SSL_SESSION, 4) \
    X(URLWhole, CURLUPART_URL, 0) \
    X(URLPathAsIs, CURLU_PATH_AS_IS, 1 << 4) \
    X(VersionOfThisLayout, CURLVERSION_FIRST, 0)

#define LC_OPTION_ENTRY(name, real, number) LCOption##name = number,
#define LC_MULTI_OPTION_ENTRY(name, real, number) LCMultiOption##name = number,
#define LC_SHARE_OPTION_ENTRY(name, real, number) LCShareOption##name = number,
#define LC_INFO_ENTRY(name, real, number) LCInfo##name = number,
#define LC_CODE_ENTRY(name, real, number) LCCode##name = number,
#define LC_FEATURE_ENTRY(name, real, number) static const int LCFeature##name = number;
#define LC_NUMBER_ENTRY(name, real, number) static const int LC##name = number;

#define LC_ENUM(name, entries) typedef enum __attribute__((enum_extensibility(open))) name : int { entries } name

LC_ENUM(LCOption, LC_OPTIONS(LC_OPTION_ENTRY));
LC_ENUM(LCMultiOption, LC_MULTI_OPTIONS(LC_MULTI_OPTION_ENTRY));
LC_ENUM(LCShareOption, LC_SHARE_OPTIONS(LC_SHARE_OPTION_ENTRY));
LC_ENUM(LCInfo, LC_INFOS(LC_INFO_ENTRY));
LC_ENUM(LCCode, LC_CODES(LC_CODE_ENTRY));
LC_FEATURES(LC_FEATURE_ENTRY)
LC_NUMBERS(LC_NUMBER_ENTRY)

#ifndef LC_CHECKED
/// An entry of a list of header fields, as `struct curl_slist` is laid out.
typedef struct LCHeaderNode {
    char *line;
    struct LCHeaderNode *next;
} LCHeaderNode;

/// For which address a socket is wanted, as `struct curl_sockaddr` is laid out but for the address itself.
typedef struct LCSocketAddress {
    int family;
    int type;
    int protocol;
    unsigned int length;
    struct sockaddr address;
} LCSocketAddress;

/// That a transfer has ended, as `CURLMsg` is laid out.
typedef struct LCMessage {
    int message;
    void *easy;
    union {
        void *whatever;
        int code;
    } data;
} LCMessage;

/// The TLS of a connection, as `struct curl_tlssessioninfo` is laid out.
typedef struct LCTLSSession {
    int library;
    void *internals;
} LCTLSSession;

/// The beginning of `curl_version_info_data`.
typedef struct LCVersionInfo {
    int layout;
    const char *version;
    unsigned int number;
    const char *host;
    int features;
    const char *tls;
} LCVersionInfo;

// The types of the prototypes: what `curl.h` has as enumerations are numbers here.
typedef int LCRealCode, LCRealMultiCode, LCRealOption, LCRealMultiOption, LCRealInfo, LCRealLayout, LCRealPurpose;
typedef int LCRealDebugKind, LCRealShareCode, LCRealShareOption;
typedef int LCRealURLCode, LCRealURLPart;
typedef void LCRealURL, LCRealShare;
#endif

/// The functions that are called: name after `curl_`, result, parameters.
#define LC_FUNCTIONS(X) \
    X(global_init, LCRealCode, (long)) \
    X(version_info, LCVersionInfo *, (LCRealLayout)) \
    X(easy_init, void *, (void)) \
    X(easy_cleanup, void, (void *)) \
    X(easy_setopt, LCRealCode, (void *, LCRealOption, ...)) \
    X(easy_getinfo, LCRealCode, (void *, LCRealInfo, ...)) \
    X(easy_pause, LCRealCode, (void *, int)) \
    X(easy_strerror, const char *, (LCRealCode)) \
    X(url, LCRealURL *, (void)) \
    X(url_cleanup, void, (LCRealURL *)) \
    X(url_set, LCRealURLCode, (LCRealURL *, LCRealURLPart, const char *, unsigned int)) \
    X(share_init, LCRealShare *, (void)) \
    X(share_setopt, LCRealShareCode, (LCRealShare *, LCRealShareOption, ...)) \
    X(share_cleanup, LCRealShareCode, (LCRealShare *)) \
    X(multi_init, void *, (void)) \
    X(multi_cleanup, LCRealMultiCode, (void *)) \
    X(multi_setopt, LCRealMultiCode, (void *, LCRealMultiOption, ...)) \
    X(multi_add_handle, LCRealMultiCode, (void *, void *)) \
    X(multi_remove_handle, LCRealMultiCode, (void *, void *)) \
    X(multi_socket_action, LCRealMultiCode, (void *, int, int, int *)) \
    X(multi_info_read, LCMessage *, (void *, int *)) \
    X(multi_strerror, const char *, (LCRealMultiCode))

/// The functions that libcurl calls: name here, name in `curl.h`, result, parameters.
#define LC_CALLBACKS(X) \
    X(LCWrite, curl_write_callback, size_t, (char *bytes, size_t size, size_t count, void *context)) \
    X(LCRead, curl_read_callback, size_t, (char *buffer, size_t size, size_t count, void *context)) \
    X(LCSeek, curl_seek_callback, int, (void *context, LCOffset offset, int origin)) \
    X(LCProgress, curl_xferinfo_callback, int, \
        (void *context, LCOffset toReceive, LCOffset received, LCOffset toSend, LCOffset sent)) \
    X(LCOpenSocket, curl_opensocket_callback, int, \
        (void *context, LCRealPurpose purpose, LCSocketAddress *address)) \
    X(LCCloseSocket, curl_closesocket_callback, int, (void *context, int socket)) \
    X(LCDebug, curl_debug_callback, int, \
        (void *easy, LCRealDebugKind kind, char *bytes, size_t size, void *context)) \
    X(LCResolverStart, curl_resolver_start_callback, int, (void *state, void *reserved, void *context)) \
    X(LCBeforeRequest, curl_prereq_callback, int, \
        (void *context, char *address, char *localAddress, int port, int localPort)) \
    X(LCSocketChange, curl_socket_callback, int, (void *easy, int socket, int what, void *context, void *own)) \
    X(LCTimerChange, curl_multi_timer_callback, int, (void *multi, long milliseconds, void *context))

#ifndef LC_CHECKED
typedef int64_t LCOffset;
#define LC_CALLBACK_TYPE(name, real, result, parameters) typedef result(*name) parameters;
LC_CALLBACKS(LC_CALLBACK_TYPE)

/// Names the calling thread, at most 15 bytes, for debuggers and profilers.
void LCNameThread(const char *name);
/// Reads on in a file as far as the system has it in memory, without waiting for a disk. Returns how many bytes; 0 at the end; less than 0 when
/// they are not in memory, or cannot be read in this way.
ssize_t LCReadCached(int file, void *buffer, size_t size);

/// Marks the calling thread.
void LCMarkThread(uintptr_t mark);
/// The mark of the calling thread; 0 when it has none.
uintptr_t LCThreadMark(void);

/// Makes libcurl ready for use, at the first call. Returns what is missing, or null. From any thread.
const char *LCLoad(void);

/// The same with the library of another name, which is not used further.
const char *LCTryLibrary(const char *name);

/// The version of the library that was loaded.
const LCVersionInfo *LCVersion(void);

void *LCEasyMake(void);
void LCEasyFree(void *easy);
LCCode LCEasySetNumber(void *easy, LCOption option, long value);
LCCode LCEasySetSize(void *easy, LCOption option, int64_t bytes);
LCCode LCEasySetPointer(void *easy, LCOption option, const void *value);
void LCEasySetCallbacks(
    void *easy, void *context, LCWrite onHeader, LCWrite onBody, LCRead onRead, LCSeek onSeek, LCResolverStart onResolve,
    LCBeforeRequest onRequest);
/// Has libcurl tell of the frames of HTTP/2 to the handles that are verbose; returns whether it can (8.3 is the first).
bool LCTraceHTTP2(void);
void LCEasySetDebugCallback(void *easy, void *context, LCDebug onDebug);
/// `closeContext` has to live as long as the connection, which may outlive the handle.
void LCEasySetSocketCallbacks(
    void *easy, void *context, LCOpenSocket onOpen, void *closeContext, LCCloseSocket onClose);
/// Has libcurl report that it has read. NULL ends the reports.
void LCEasySetProgressCallback(void *easy, void *context, LCProgress onProgress);
LCCode LCEasyPause(void *easy, int directions);
/// A number, or -1.
int64_t LCEasyInfo(void *easy, LCInfo info);
/// The socket of the connection that carries the transfer, or -1. Before 8.23, libcurl does not know it in `LCBeforeRequest`.
int LCEasySocket(void *easy);
/// Whether the TLS library holds bytes of the connection that libcurl has not read. False for libraries other than OpenSSL and its
/// relatives and GnuTLS.
bool LCEasyHasPendingTLS(void *easy);
/// Whether the TLS connection has not received close_notify. False for libraries other than OpenSSL and its relatives.
bool LCEasyMissesCloseNotify(void *easy);
/// What was set as `LCOptionPrivate`.
void *LCEasyContext(void *easy);
const char *LCCodeText(LCCode code);

/// The URL, its path as it is, for `LCOptionParsedURL`; null when libcurl cannot take it apart.
void *LCURLMake(const char *text);
void LCURLFree(void *url);

/// Makes what handles use to share TLS sessions, for `LCOptionShare`; null when there is no memory. It has no lock: its handles are
/// used by one thread at a time.
void *LCShareMake(void);
/// Call when no handle uses it any more.
void LCShareFree(void *share);

void *LCMultiMake(void);
void LCMultiFree(void *multi);
void LCMultiSetNumber(void *multi, LCMultiOption option, long value);
void LCMultiSetCallbacks(void *multi, void *context, LCSocketChange onSocket, LCTimerChange onTimer);
/// Zero, or what is wrong.
int LCMultiAdd(void *multi, void *easy);
void LCMultiRemove(void *multi, void *easy);
/// Something happened at `socket`, or time has passed for `LCSocketTimeout`.
void LCMultiAct(void *multi, int socket, int what);
/// A transfer that has ended and how, or null.
void *LCMultiNextDone(void *multi, LCCode *code);
const char *LCMultiCodeText(int code);

/// Keeps SIGPIPE from the calling thread; returns whether it was not kept from it before.
///
/// libcurl writes to TLS connections in a way that raises it when the server has closed.
bool LCHoldPipeSignal(void);
/// Ends what a `LCHoldPipeSignal` that returned true began, and drops the signal that came meanwhile.
void LCDropPipeSignal(void);

/// What `LCLook` finds.
enum { LCSocketQuiet, LCSocketReadable, LCSocketClosed };
/// Looks at a socket, without waiting and without reading: whether bytes have arrived, or the other side has closed or reset.
int LCLook(int socket);
/// The port of a socket on this side; 0 when it has none.
int LCLocalPort(int socket);

/// Waits until `socket` is ready for `events`, as poll(2) has them, or `waker` can be read, for so many nanoseconds at most: first
/// looks again and again, and then sleeps.
///
/// Returns what the socket is ready for, zero when the waker was it, and -1 when the time is over, or where no wait is that short.
/// `slept` is whether looking was not enough.
int LCWaitForOne(int socket, short events, int waker, long lookNanoseconds, long sleepNanoseconds, bool *slept);
#endif

#endif
