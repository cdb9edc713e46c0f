// Names of MacTypes.h and of the C library, as an app for Apple's systems has them in scope.
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char Byte;
typedef unsigned char Boolean;
typedef signed int Fixed;
typedef signed short FixedSelector;
typedef char *Ptr;
typedef Ptr *Handle;
typedef unsigned char Style;

struct Point {
  short v;
  short h;
};
typedef struct Point Point;

struct Rect {
  short top;
  short left;
  short bottom;
  short right;
};
typedef struct Rect Rect;

struct FixedPoint {
  Fixed x;
  Fixed y;
};
typedef struct FixedPoint FixedPoint;

struct FixedRect {
  Fixed left;
  Fixed top;
  Fixed right;
  Fixed bottom;
};
typedef struct FixedRect FixedRect;

typedef long Size;
