// Compares what Sources/AbstractHTTPLibcurl declares with the real headers: see check-libcurl.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stddef.h>

#ifdef PROTOTYPES
#define LC_CHECKED
typedef CURLcode LCRealCode;
typedef CURLMcode LCRealMultiCode;
typedef CURLoption LCRealOption;
typedef CURLMoption LCRealMultiOption;
typedef CURLINFO LCRealInfo;
typedef CURLU LCRealURL;
typedef CURLUcode LCRealURLCode;
typedef CURLUPart LCRealURLPart;
typedef CURLversion LCRealLayout;
typedef curlsocktype LCRealPurpose;
typedef curl_infotype LCRealDebugKind;
typedef CURLSH LCRealShare;
typedef CURLSHcode LCRealShareCode;
typedef CURLSHoption LCRealShareOption;
typedef curl_version_info_data LCVersionInfo;
typedef CURLMsg LCMessage;
typedef struct curl_sockaddr LCSocketAddress;
typedef curl_off_t LCOffset;
#endif
#include "AbstractHTTPLibcurl.h"

#define CHECK_NUMBER(real, number) _Static_assert((long long)(real) == (long long)(number), #real);
#define CHECK_OPTION(name, real, number) CHECK_NUMBER(CURLOPT_##real, number)
#define CHECK_MULTI_OPTION(name, real, number) CHECK_NUMBER(CURLMOPT_##real, number)
#define CHECK_SHARE_OPTION(name, real, number) CHECK_NUMBER(CURLSHOPT_##real, number)
#define CHECK_INFO(name, real, number) CHECK_NUMBER(CURLINFO_##real, number)
#define CHECK_CODE(name, real, number) CHECK_NUMBER(CURLE_##real, number)
#define CHECK_FEATURE(name, real, number) CHECK_NUMBER(CURL_VERSION_##real, number)
#define CHECK_OTHER(name, real, number) CHECK_NUMBER(real, number)
LC_OPTIONS(CHECK_OPTION)
LC_MULTI_OPTIONS(CHECK_MULTI_OPTION)
LC_SHARE_OPTIONS(CHECK_SHARE_OPTION)
LC_INFOS(CHECK_INFO)
LC_CODES(CHECK_CODE)
LC_FEATURES(CHECK_FEATURE)
LC_NUMBERS(CHECK_OTHER)

#ifdef PROTOTYPES
#define CHECK_FUNCTION(name, result, parameters) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(curl_##name), result parameters), "curl_" #name);
#define CHECK_CALLBACK(name, real, result, parameters) \
    typedef result(*Checked##name) parameters; \
    _Static_assert(__builtin_types_compatible_p(real, Checked##name), #real);
LC_FUNCTIONS(CHECK_FUNCTION)
LC_CALLBACKS(CHECK_CALLBACK)
#else
#define CHECK_FIELD(mine, field, real, other) \
    _Static_assert(offsetof(mine, field) == offsetof(real, other), #real "." #other); \
    _Static_assert(sizeof(((mine *)0)->field) == sizeof(((real *)0)->other), "size of " #real "." #other);
CHECK_FIELD(LCHeaderNode, line, struct curl_slist, data)
CHECK_FIELD(LCHeaderNode, next, struct curl_slist, next)
_Static_assert(sizeof(LCHeaderNode) == sizeof(struct curl_slist), "curl_slist");
CHECK_FIELD(LCSocketAddress, family, struct curl_sockaddr, family)
CHECK_FIELD(LCSocketAddress, type, struct curl_sockaddr, socktype)
CHECK_FIELD(LCSocketAddress, protocol, struct curl_sockaddr, protocol)
CHECK_FIELD(LCSocketAddress, length, struct curl_sockaddr, addrlen)
CHECK_FIELD(LCSocketAddress, address, struct curl_sockaddr, addr)
CHECK_FIELD(LCMessage, message, CURLMsg, msg)
CHECK_FIELD(LCMessage, easy, CURLMsg, easy_handle)
CHECK_FIELD(LCMessage, data, CURLMsg, data)
CHECK_FIELD(LCMessage, data.code, CURLMsg, data.result)
CHECK_FIELD(LCTLSSession, library, struct curl_tlssessioninfo, backend)
CHECK_FIELD(LCTLSSession, internals, struct curl_tlssessioninfo, internals)
CHECK_FIELD(LCVersionInfo, layout, curl_version_info_data, age)
CHECK_FIELD(LCVersionInfo, version, curl_version_info_data, version)
CHECK_FIELD(LCVersionInfo, number, curl_version_info_data, version_num)
CHECK_FIELD(LCVersionInfo, host, curl_version_info_data, host)
CHECK_FIELD(LCVersionInfo, features, curl_version_info_data, features)
CHECK_FIELD(LCVersionInfo, tls, curl_version_info_data, ssl_version)
_Static_assert(sizeof(int) == sizeof(CURLcode) && sizeof(int) == sizeof(CURLMcode) && sizeof(int) == sizeof(curl_socket_t),
    "an enumeration or a socket is not an int");
_Static_assert(sizeof(int) == sizeof(CURLoption) && sizeof(int) == sizeof(CURLMoption) && sizeof(int) == sizeof(CURLINFO),
    "an enumeration is not an int");
_Static_assert(sizeof(int) == sizeof(CURLSHcode) && sizeof(int) == sizeof(CURLSHoption), "an enumeration is not an int");
_Static_assert(sizeof(int64_t) == sizeof(curl_off_t), "curl_off_t is not an int64_t");
#endif
