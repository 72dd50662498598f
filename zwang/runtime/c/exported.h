/* How a function of the library is exported: see interface.py. All others are static. */

#ifndef ZW_EXPORTED
#define ZW_EXPORTED

#if defined(_WIN32)
#define ZW_EXPORT __declspec(dllexport)
#else
#define ZW_EXPORT __attribute__((visibility("default")))
#endif

#endif
