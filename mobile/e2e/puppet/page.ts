import { patch, sunglasses, withBystander } from '../../../api/face-worker/test/puppet/props';
import { Puppet, type Stance } from '../../../api/face-worker/test/puppet/puppet';
import type { Image } from '../../../api/face-worker/test/puppet/raster';
import rest from '../../../api/face-worker/test/puppet/rest.json';
import photoUrl from '../../../api/face-worker/test/puppet/astronaut.jpg?inline';
import { atRest, posed, towards, wanted, type Behaviour, type Look } from './behaviour';

// Runs in the page before the page's own scripts. It replaces the camera with a canvas on which the puppet is drawn.

const FRAME_MS = 100;
/**
 * The maximum time between two frames that counts for movement. On a machine that draws slowly the puppet also moves
 * slowly, so that the frames still show the whole movement.
 */
const MOST_MS = 150;
/** The time a user needs to open the camera app, aim and take a picture, in milliseconds. */
const AIMING_MS = 400;
/** The size of a picture of a phone held upright. */
const [width, height] = [480, 640];

async function photo(): Promise<Image> {
  const bytes = Uint8Array.from(atob(photoUrl.slice(photoUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return { width: bitmap.width, height: bitmap.height, channels: 4, data: context.getImageData(0, 0, bitmap.width, bitmap.height).data };
}

const painted: Partial<Record<Look, (face: Image) => Image>> = {
  'nose covered': (face) => patch(face, rest, 4, 30, [235, 235, 240]),
  'chin covered': (face) => patch(face, rest, 200, 34, [40, 60, 160]),
  'cheek covered': (face) => patch(face, rest, 50, 40, [230, 230, 235]),
  'mouth covered': (face) => patch(face, rest, 17, 38, [40, 120, 60]),
  sunglasses: (face) => sunglasses(face, rest),
};

class Camera {
  private behaviour: Behaviour = {};
  private now = atRest;
  private puppet: Puppet | null = null;
  private look: Look = 'plain';
  private face: Promise<Image> | null = null;
  private readonly tracks: MediaStreamTrack[] = [];

  /** Sets the behaviour. A new stance applies immediately, without a movement to it. */
  be(behaviour: Behaviour): void {
    this.behaviour = behaviour;
    if (behaviour.stance) this.now = { ...atRest, ...behaviour.stance };
  }

  /** Whether the camera's light is on, because a page uses it. */
  on(): boolean {
    return this.tracks.some(({ readyState }) => readyState === 'live');
  }

  /** Simulates that another app takes the camera. */
  lose(): void {
    for (const track of this.tracks.splice(0)) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  }

  async open(): Promise<MediaStream> {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    const stream = canvas.captureStream(15);
    this.tracks.push(...stream.getTracks());
    let before = performance.now();
    let shown = false;
    const draw = async () => {
      const look = this.behaviour.look ?? 'plain';
      if (!this.puppet || look !== this.look) {
        this.face ??= photo();
        const face = await this.face;
        this.puppet = new Puppet(painted[look]?.(face) ?? face, rest, { width, height });
        this.look = look;
      }
      const time = performance.now();
      this.now = towards(this.now, wanted(this.read(), this.behaviour), Math.min(time - before, MOST_MS) / 1000);
      before = time;
      if (!this.behaviour.frozen || !shown) this.paint(context, this.puppet.render(alive(this.now, time)), look);
      // Drawn again, because otherwise the stream would have no new frame.
      else context.drawImage(canvas, 0, 0);
      shown = true;
      if (stream.getTracks().some(({ readyState }) => readyState === 'live')) setTimeout(() => void draw(), FRAME_MS);
    };
    await draw();
    return stream;
  }

  /**
   * Takes one picture with the simulated camera app: JPEG in base64. It takes some time, because the server rejects a
   * step that is done faster than a person could react.
   */
  async shoot(): Promise<string> {
    await new Promise((aimed) => setTimeout(aimed, AIMING_MS));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    this.puppet ??= new Puppet(await (this.face ??= photo()), rest, { width, height });
    this.paint(canvas.getContext('2d')!, this.puppet.render(alive({ ...atRest, ...posed(this.read()) }, performance.now())), 'plain');
    return canvas.toDataURL('image/jpeg', 0.92).split(',')[1]!;
  }

  /** Simulates a browser without a live camera, in which a file input opens the camera app. */
  onlyPictures(): void {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
    Object.defineProperty(HTMLInputElement.prototype, 'capture', { configurable: true, value: '', writable: true });
  }

  private read(): string[] {
    return Array.from(document.querySelectorAll('[role=status]'), (region) => region.textContent ?? '');
  }

  private paint(context: CanvasRenderingContext2D, frame: Image, look: Look): void {
    const shown = look === 'bystander' ? withBystander(frame) : frame;
    context.putImageData(new ImageData(new Uint8ClampedArray(shown.data), width, height), 0, 0);
    const over = (colour: string) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, width, height);
    };
    if (look === 'absent') over('#9aa');
    if (look === 'dark') over('rgba(0, 0, 0, 0.82)');
    if (look === 'bright') over('rgba(255, 255, 255, 0.86)');
    if (look === 'shaken') {
      context.filter = 'blur(7px)';
      context.drawImage(context.canvas, 0, 0);
      context.filter = 'none';
    }
  }
}

/**
 * Adds small movements, so that no two frames are equal: the head sways with different periods, and the hand shakes.
 */
const alive = (stance: Required<Stance>, time: number): Stance => ({
  ...stance,
  dx: stance.dx + 2.5 * Math.sin(time / 310) + tremble(),
  dy: stance.dy + 2.5 * Math.cos(time / 430) + tremble(),
  yaw: stance.yaw + 0.6 * Math.sin(time / 700),
  roll: stance.roll + 0.7 * Math.sin(time / 530),
  pitch: stance.pitch + 0.5 * Math.sin(time / 910),
  distance: stance.distance * (1 + 0.01 * Math.sin(time / 1170)),
});

const tremble = () => 1.2 * (Math.random() - 0.5);

const camera = new Camera();
Object.assign(window, { puppet: camera });
if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = () => camera.open();

export type { Camera };
