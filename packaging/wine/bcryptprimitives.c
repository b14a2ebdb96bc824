/* ProcessPrng for wine 8, which has no bcryptprimitives.dll: Rust's standard library calls it
 * since 1.78. SystemFunction036 is RtlGenRandom. For tests only: Windows has the real one. */
typedef unsigned char byte;

__declspec(dllimport) byte __stdcall SystemFunction036(void *to, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(byte *to, unsigned long long length) {
  while (length > 0) {
    unsigned long part = length > 0x10000000 ? 0x10000000 : (unsigned long)length;
    if (!SystemFunction036(to, part))
      return 0;
    to += part;
    length -= part;
  }
  return 1;
}
