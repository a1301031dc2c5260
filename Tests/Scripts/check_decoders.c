// Compares what Sources/AbstractHTTPLibcurl/Decoder.c declares with the real headers: see check-libcurl.
#include <brotli/decode.h>
#include <stddef.h>
#define ZSTD_STATIC_LINKING_ONLY
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define CHECK(real, mine) _Static_assert((long long)(real) == (long long)(mine), #real);
#define CHECK_FIELD(mine, field, real, other) \
    CHECK(offsetof(real, other), offsetof(mine, field)) \
    CHECK(sizeof(((real *)0)->other), sizeof(((mine *)0)->field))

#include DECODERS

CHECK_FIELD(ZlibStream, nextIn, z_stream, next_in)
CHECK_FIELD(ZlibStream, availableIn, z_stream, avail_in)
CHECK_FIELD(ZlibStream, totalIn, z_stream, total_in)
CHECK_FIELD(ZlibStream, nextOut, z_stream, next_out)
CHECK_FIELD(ZlibStream, availableOut, z_stream, avail_out)
CHECK_FIELD(ZlibStream, totalOut, z_stream, total_out)
CHECK_FIELD(ZlibStream, message, z_stream, msg)
CHECK_FIELD(ZlibStream, state, z_stream, state)
CHECK_FIELD(ZlibStream, allocate, z_stream, zalloc)
CHECK_FIELD(ZlibStream, free, z_stream, zfree)
CHECK_FIELD(ZlibStream, opaque, z_stream, opaque)
CHECK_FIELD(ZlibStream, dataType, z_stream, data_type)
CHECK_FIELD(ZlibStream, check, z_stream, adler)
CHECK_FIELD(ZlibStream, reserved, z_stream, reserved)
CHECK(sizeof(z_stream), sizeof(ZlibStream))
CHECK_FIELD(ZstandardBuffer, bytes, ZSTD_inBuffer, src)
CHECK_FIELD(ZstandardBuffer, size, ZSTD_inBuffer, size)
CHECK_FIELD(ZstandardBuffer, position, ZSTD_inBuffer, pos)
CHECK_FIELD(ZstandardBuffer, bytes, ZSTD_outBuffer, dst)
CHECK_FIELD(ZstandardBuffer, size, ZSTD_outBuffer, size)
CHECK_FIELD(ZstandardBuffer, position, ZSTD_outBuffer, pos)
CHECK(Z_NO_FLUSH, LCZlibNoFlush)
CHECK(Z_OK, LCZlibOK)
CHECK(Z_STREAM_END, LCZlibEnd)
CHECK(Z_MEM_ERROR, LCZlibNoMemory)
CHECK(Z_BUF_ERROR, LCZlibNoProgress)
CHECK(MAX_WBITS, LCZlibLargestWindow)
CHECK(BROTLI_DECODER_RESULT_ERROR, LCBrotliError)
CHECK(BROTLI_DECODER_RESULT_SUCCESS, LCBrotliSuccess)
CHECK(BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES, LCBrotliLastNoMemory)
CHECK(BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES, LCBrotliFirstNoMemory)
CHECK(ZSTD_d_windowLogMax, LCZstandardWindowLimit)
CHECK(ZSTD_error_memory_allocation, LCZstandardNoMemory)
