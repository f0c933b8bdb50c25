import { difference } from './choose';
import { pause } from './capture';
import { UPRIGHT } from '@/base/picture/orientation';
import { drawPicture, type Picture } from '@/base/picture/picture';

/** The limits of a picture according to the contract. */
const MAX_SIDE_PX = 640;
const MAX_BYTES = 200 * 1024;
const QUALITIES = [0.85, 0.65, 0.4];
const SMALL_PX = 24;
/** How long a video may show the same picture before it counts as standing still. */
const FROZEN_AFTER_MS = 600;

/** The canvas on which frames are drawn; one per check. */
export class FrameCanvas {
  private readonly large = document.createElement('canvas');
  private readonly little = document.createElement('canvas');
  private last: Uint8ClampedArray | null = null;
  /** The number of pictures that the video had shown at the last frame. */
  private shown = 0;

  /** Draws a picture upright and unmirrored. Throws if it cannot be drawn. */
  draw(picture: Picture): void {
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
    this.large.width = Math.max(1, Math.round(picture.width * scale));
    this.large.height = Math.max(1, Math.round(picture.height * scale));
    drawPicture(context(this.large), picture, this.large.width, this.large.height);
  }

  /**
   * Draws the video's next picture. A slow camera or a busy phone shows the same picture for a while, and no picture
   * may be sent twice. A picture that stands still for long is accepted, unless the video has decoded no further
   * picture: the server would treat a frozen camera as a photo held in front of it.
   */
  async drawNext(video: HTMLVideoElement, signal: AbortSignal): Promise<Uint8ClampedArray> {
    for (const begin = performance.now(); ; ) {
      const shown = shownBy(video);
      const hangs = shown > 0 && shown === this.shown;
      this.draw({ source: video, width: video.videoWidth, height: video.videoHeight, orientation: UPRIGHT });
      const small = this.small();
      if (!this.last || difference(this.last, small) > 0 || (!hangs && performance.now() - begin > FROZEN_AFTER_MS)) {
        this.shown = shown;
        return (this.last = small);
      }
      await pause(FROZEN_AFTER_MS / 20, signal);
    }
  }

  /** The drawn picture as a JPEG of at most 200 KB. */
  async jpeg(): Promise<Blob> {
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((done) => this.large.toBlob(done, 'image/jpeg', quality));
      if (blob && blob.size > 0 && blob.size <= MAX_BYTES) return blob;
    }
    throw new Error('no picture');
  }

  /** The pixels of the drawn picture; the buffer may be transferred. */
  pixels(): ImageData {
    return context(this.large).getImageData(0, 0, this.large.width, this.large.height);
  }

  /** A small grey copy of the drawn picture. */
  small(): Uint8ClampedArray {
    this.little.width = SMALL_PX;
    this.little.height = SMALL_PX;
    const drawing = context(this.little);
    drawing.drawImage(this.large, 0, 0, SMALL_PX, SMALL_PX);
    const { data } = drawing.getImageData(0, 0, SMALL_PX, SMALL_PX);
    return Uint8ClampedArray.from({ length: SMALL_PX * SMALL_PX }, (_, i) => 0.299 * data[i * 4]! + 0.587 * data[i * 4 + 1]! + 0.114 * data[i * 4 + 2]!);
  }
}

/** How many pictures a video has shown; 0 if the browser does not report it. */
const shownBy = (video: Partial<HTMLVideoElement>) => video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext('2d', { willReadFrequently: true });
  if (!found) throw new Error('no canvas');
  return found;
}
