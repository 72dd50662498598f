/** How much is drawn. Where drawing is slow, as without a graphics card, pictures that move have no
 *  shadows, plain materials and no more points than the page; one that stands still has all of it. */

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** Milliseconds without a new frame after which a picture stands still. */
export const STILL = 250;
const SHARPEST = 2; // points of the picture for one of the page, at most

/** Whether the name that a browser gives to what draws is that of a program. */
export function isSoftware(name: string): boolean {
  return SOFTWARE.test(name);
}

/** Whether pictures are drawn by the processor. */
export function drawnBySoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const told = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return isSoftware(name);
}

export class Quality {
  /** Whether what is drawn next moves. */
  private moving = false;

  /** `slow`: whether pictures that move are drawn with less. */
  constructor(
    readonly software: boolean,
    public slow = software,
  ) {}

  /** Something moved. What is drawn for it has less, however late it is drawn. */
  move(): void {
    this.moving = true;
  }

  /** Nothing moves any more. */
  rest(): void {
    this.moving = false;
  }

  /** Whether less is to be drawn. */
  get less(): boolean {
    return this.slow && this.moving;
  }

  /** Points of the picture for one of the page, where the screen has `screen` of them. Software smooths
   *  no edges: finer points do it instead. */
  sharpness(screen: number): number {
    if (this.less) return 1;
    return this.software ? SHARPEST : Math.min(screen, SHARPEST);
  }
}
