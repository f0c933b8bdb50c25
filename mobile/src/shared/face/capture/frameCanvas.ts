import { difference } from './choose';
import { pause } from './capture';

/** The contract's bounds of a picture. */
const LONGEST = 640;
const MOST_BYTES = 200 * 1024;
const QUALITIES = [0.85, 0.65, 0.4];
const SMALL = 24;
/** How long a video may show the same picture until it counts as one that stands still. */
const STANDS_MS = 600;

/** A canvas that pictures are drawn on; one for a whole check. */
export class FrameCanvas {
  private readonly large = document.createElement('canvas');
  private readonly little = document.createElement('canvas');
  private last: Uint8ClampedArray | null = null;
  /** How many pictures the video had shown by then. */
  private shown = 0;

  /** Draws what the video or the picture shows, unmirrored. Throws where nothing can be drawn. */
  draw(source: CanvasImageSource, width: number, height: number): void {
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    this.large.width = Math.max(1, Math.round(width * scale));
    this.large.height = Math.max(1, Math.round(height * scale));
    context(this.large).drawImage(source, 0, 0, this.large.width, this.large.height);
  }

  /**
   * Draws the video's next picture: a slow camera, or a busy phone, shows the same one for a while, and no picture may be sent
   * twice. One that stands still for long is taken as it is, but not where the video has had no other: the server would count
   * a camera that hangs as a photo that is held up.
   */
  async drawNext(video: HTMLVideoElement, signal: AbortSignal): Promise<Uint8ClampedArray> {
    for (const begin = performance.now(); ; ) {
      const shown = shownBy(video);
      const hangs = shown > 0 && shown === this.shown;
      this.draw(video, video.videoWidth, video.videoHeight);
      const small = this.small();
      if (!this.last || difference(this.last, small) > 0 || (!hangs && performance.now() - begin > STANDS_MS)) {
        this.shown = shown;
        return (this.last = small);
      }
      await pause(STANDS_MS / 20, signal);
    }
  }

  /** The drawn picture as JPEG of at most 200 KB. */
  async jpeg(): Promise<Blob> {
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((done) => this.large.toBlob(done, 'image/jpeg', quality));
      if (blob && blob.size > 0 && blob.size <= MOST_BYTES) return blob;
    }
    throw new Error('no picture');
  }

  /** The drawn picture's pixels, to be given away. */
  pixels(): ImageData {
    return context(this.large).getImageData(0, 0, this.large.width, this.large.height);
  }

  /** The drawn picture in small and grey. */
  small(): Uint8ClampedArray {
    this.little.width = SMALL;
    this.little.height = SMALL;
    const drawing = context(this.little);
    drawing.drawImage(this.large, 0, 0, SMALL, SMALL);
    const { data } = drawing.getImageData(0, 0, SMALL, SMALL);
    return Uint8ClampedArray.from({ length: SMALL * SMALL }, (_, i) => 0.299 * data[i * 4]! + 0.587 * data[i * 4 + 1]! + 0.114 * data[i * 4 + 2]!);
  }
}

/** How many pictures a video has shown; 0 where the browser does not tell. */
const shownBy = (video: Partial<HTMLVideoElement>) => video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext('2d', { willReadFrequently: true });
  if (!found) throw new Error('no canvas');
  return found;
}
