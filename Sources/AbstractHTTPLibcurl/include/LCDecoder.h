/// Decoders for content codings (RFC 9110, section 8.4.1) from the libraries that libcurl itself uses: zlib, Brotli,
/// and Zstandard. Like libcurl, they are loaded at run time.
///
/// libcurl's own decoding is not used. It does not report truncated data, ignores further gzip members, refuses unknown
/// codings, and buffers everything it has decoded while a transfer is paused.
#ifndef ABSTRACTHTTP_LIBCURL_DECODER_H
#define ABSTRACTHTTP_LIBCURL_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The formats.
typedef enum __attribute__((enum_extensibility(closed))) LCFormat : int {
    LCFormatGzip,
    LCFormatZlib,
    LCFormatRawDeflate,
    LCFormatBrotli,
    LCFormatZstandard
} LCFormat;

/// The result of one step.
typedef enum __attribute__((enum_extensibility(closed))) LCDecoding : int {
    /// The decoder needs more input or more room for output.
    LCDecodingContinues,
    /// A member or frame is complete. There may be more input.
    LCDecodingEnded,
    LCDecodingMalformed,
    LCDecodingOutOfMemory
} LCDecoding;

/// Whether there is a library for `format`. Call it on any thread, after `LCLoad`.
bool LCHasFormat(LCFormat format);

/// Creates a decoder; null if there is no library or no memory. Use it on one thread at a time.
void *LCDecoderMake(LCFormat format);
void LCDecoderFree(void *decoder);

/// Decodes as much as input and room allow, and advances the pointers and counts past the bytes it used.
LCDecoding LCDecoderRun(
    void *decoder, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount);

#endif
