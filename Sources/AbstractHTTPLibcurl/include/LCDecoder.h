/// Decoders of content codings (RFC 9110, section 8.4.1) in the libraries that libcurl uses itself: zlib, Brotli and Zstandard. They
/// are found at run time, like libcurl.
///
/// libcurl could decode, too. But it does not tell a body that is cut off from a whole one, knows no second gzip member, refuses a
/// coding that it does not know, and keeps what it has decoded while it is paused.
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

/// What came of a step.
typedef enum __attribute__((enum_extensibility(closed))) LCDecoding : int {
    /// More input or more room for output is needed.
    LCDecodingContinues,
    /// A member or a frame is complete; input may be left.
    LCDecodingEnded,
    LCDecodingMalformed,
    LCDecodingOutOfMemory
} LCDecoding;

/// Whether there is a library for `format`. From any thread, after `LCLoad`.
bool LCHasFormat(LCFormat format);

/// A decoder; null when there is no library or no memory. Used by one thread at a time.
void *LCDecoderMake(LCFormat format);
void LCDecoderFree(void *decoder);

/// Decodes as much as there is input and room for, and moves the pointers and the counts behind what was used.
LCDecoding LCDecoderRun(
    void *decoder, const uint8_t **input, size_t *inputCount, uint8_t **output, size_t *outputCount);

#endif
