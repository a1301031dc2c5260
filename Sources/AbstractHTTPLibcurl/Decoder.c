#include "LCDecoder.h"
#include "LCLibrary.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// `z_stream` of zlib.
typedef struct ZlibStream {
    const uint8_t *nextIn;
    unsigned int availableIn;
    unsigned long totalIn;
    uint8_t *nextOut;
    unsigned int availableOut;
    unsigned long totalOut;
    const char *message;
    void *state;
    void *allocate, *free, *opaque;
    int dataType;
    unsigned long check;
    unsigned long reserved;
} ZlibStream;

/// `ZSTD_inBuffer` and `ZSTD_outBuffer` of Zstandard.
typedef struct ZstandardBuffer {
    const void *bytes;
    size_t size;
    size_t position;
} ZstandardBuffer;

/// The functions of each library: name, result, parameters.
#define LC_ZLIB(X) \
    X(inflateInit2_, int, (ZlibStream *, int, const char *, int)) \
    X(inflate, int, (ZlibStream *, int)) \
    X(inflateEnd, int, (ZlibStream *))
#define LC_BROTLI(X) \
    X(BrotliDecoderCreateInstance, void *, (void *, void *, void *)) \
    X(BrotliDecoderDecompressStream, int, (void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *)) \
    X(BrotliDecoderGetErrorCode, int, (const void *)) \
    X(BrotliDecoderDestroyInstance, void, (void *))
#define LC_ZSTANDARD(X) \
    X(ZSTD_createDStream, void *, (void)) \
    X(ZSTD_DCtx_setParameter, size_t, (void *, int, int)) \
    X(ZSTD_decompressStream, size_t, (void *, ZstandardBuffer *, ZstandardBuffer *)) \
    X(ZSTD_isError, unsigned int, (size_t)) \
    X(ZSTD_getErrorCode, int, (size_t)) \
    X(ZSTD_freeDStream, size_t, (void *))

#define LC_POINTER(name, result, parameters) result(*name) parameters;
static struct { LC_ZLIB(LC_POINTER) } zlib;
static struct { LC_BROTLI(LC_POINTER) } brotli;
static struct { LC_ZSTANDARD(LC_POINTER) } zstandard;
static bool hasZlib, hasBrotli, hasZstandard;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Finds the functions of one library: those that libcurl itself uses, otherwise those of the system's library.
#define LC_LOOK_UP(function, result, parameters) \
    { \
        void *symbol = LCFindSymbol(name, #function); \
        if (!symbol) return false; \
        memcpy(&functions->function, &symbol, sizeof symbol); \
    }
#define LC_FINDER(finder, type, entries) \
    static bool finder(const char *name, __typeof__(type) *functions) { \
        entries(LC_LOOK_UP) \
        return true; \
    }
LC_FINDER(findZlib, zlib, LC_ZLIB)
LC_FINDER(findBrotli, brotli, LC_BROTLI)
LC_FINDER(findZstandard, zstandard, LC_ZSTANDARD)

static void load(void) {
#if defined(__APPLE__)
    hasZlib = findZlib("/usr/lib/libz.1.dylib", &zlib);
#else
    hasZlib = findZlib("libz.so.1", &zlib);
    hasBrotli = findBrotli("libbrotlidec.so.1", &brotli);
    hasZstandard = findZstandard("libzstd.so.1", &zstandard);
#endif
}

bool LCHasFormat(LCFormat format) {
    pthread_once(&once, load);
    switch (format) {
    case LCFormatBrotli: return hasBrotli;
    case LCFormatZstandard: return hasZstandard;
    default: return hasZlib;
    }
}

typedef struct Decoder {
    LCFormat format;
    ZlibStream stream;
    /// The decoder state of Brotli or Zstandard.
    void *state;
} Decoder;

/// zlib compares only the first character.
static const char zlibABIVersion[] = "1.2.0";
enum {
    LCZlibLargestWindow = 15,
    /// Added to the window size to select the gzip format.
    LCZlibGzipOnly = 16,
    LCZlibNoFlush = 0,
    LCZlibOK = 0,
    LCZlibEnd = 1,
    LCZlibNoMemory = -4,
    LCZlibNoProgress = -5,
    LCBrotliError = 0,
    LCBrotliSuccess = 1,
    /// All failed allocations have an error code in this range.
    LCBrotliFirstNoMemory = -30,
    LCBrotliLastNoMemory = -21,
    /// The option that limits the window, as a power of two. RFC 9659 allows 8 MB for the content coding.
    LCZstandardWindowLimit = 100,
    LCZstandardLargestWindow = 23,
    LCZstandardNoMemory = 64
};

static bool begin(Decoder *decoder) {
    switch (decoder->format) {
    case LCFormatBrotli: return (decoder->state = brotli.BrotliDecoderCreateInstance(NULL, NULL, NULL));
    case LCFormatZstandard:
        decoder->state = zstandard.ZSTD_createDStream();
        if (decoder->state) {
            zstandard.ZSTD_DCtx_setParameter(decoder->state, LCZstandardWindowLimit, LCZstandardLargestWindow);
        }
        return decoder->state;
    default: {
        int window = decoder->format == LCFormatRawDeflate ? -LCZlibLargestWindow : LCZlibLargestWindow;
        if (decoder->format == LCFormatGzip) window += LCZlibGzipOnly;
        return zlib.inflateInit2_(&decoder->stream, window, zlibABIVersion, (int)sizeof decoder->stream) == 0;
    }
    }
}

void *LCDecoderMake(LCFormat format) {
    if (!LCHasFormat(format)) return NULL;
    Decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->format = format;
    if (begin(decoder)) return decoder;
    free(decoder);
    return NULL;
}

void LCDecoderFree(void *decoder) {
    Decoder *this = decoder;
    switch (this->format) {
    case LCFormatBrotli: brotli.BrotliDecoderDestroyInstance(this->state); break;
    case LCFormatZstandard: zstandard.ZSTD_freeDStream(this->state); break;
    default: zlib.inflateEnd(&this->stream);
    }
    free(this);
}

static LCDecoding runZlib(
    Decoder *decoder, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount) {
    unsigned int in = *inputCount > UINT_MAX ? UINT_MAX : (unsigned int)*inputCount;
    unsigned int out = *outputCount > UINT_MAX ? UINT_MAX : (unsigned int)*outputCount;
    ZlibStream *stream = &decoder->stream;
    stream->nextIn = *input, stream->availableIn = in;
    stream->nextOut = *output, stream->availableOut = out;
    int result = zlib.inflate(stream, LCZlibNoFlush);
    *input = stream->nextIn, *inputCount -= in - stream->availableIn;
    *output = stream->nextOut, *outputCount -= out - stream->availableOut;
    switch (result) {
    case LCZlibOK:
    case LCZlibNoProgress: return LCDecodingContinues;
    case LCZlibEnd: return LCDecodingEnded;
    case LCZlibNoMemory: return LCDecodingOutOfMemory;
    default: return LCDecodingMalformed;
    }
}

static LCDecoding runBrotli(
    Decoder *decoder, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount) {
    switch (brotli.BrotliDecoderDecompressStream(decoder->state, inputCount, input, outputCount, output, NULL)) {
    case LCBrotliError: {
        int code = brotli.BrotliDecoderGetErrorCode(decoder->state);
        bool isOutOfMemory = code >= LCBrotliFirstNoMemory && code <= LCBrotliLastNoMemory;
        return isOutOfMemory ? LCDecodingOutOfMemory : LCDecodingMalformed;
    }
    case LCBrotliSuccess: return LCDecodingEnded;
    default: return LCDecodingContinues;
    }
}

static LCDecoding runZstandard(
    Decoder *decoder, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount) {
    ZstandardBuffer in = {*input, *inputCount, 0}, out = {*output, *outputCount, 0};
    size_t result = zstandard.ZSTD_decompressStream(decoder->state, &out, &in);
    *input += in.position, *inputCount -= in.position;
    *output += out.position, *outputCount -= out.position;
    if (zstandard.ZSTD_isError(result)) {
        bool isOutOfMemory = zstandard.ZSTD_getErrorCode(result) == LCZstandardNoMemory;
        return isOutOfMemory ? LCDecodingOutOfMemory : LCDecodingMalformed;
    }
    return result == 0 ? LCDecodingEnded : LCDecodingContinues;
}

LCDecoding LCDecoderRun(
    void *decoder, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount) {
    Decoder *this = decoder;
    switch (this->format) {
    case LCFormatBrotli: return runBrotli(this, input, inputCount, output, outputCount);
    case LCFormatZstandard: return runZstandard(this, input, inputCount, output, outputCount);
    default: return runZlib(this, input, inputCount, output, outputCount);
    }
}
