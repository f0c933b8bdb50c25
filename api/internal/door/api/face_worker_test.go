package api_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/facetest"
)

// workerMarket is a market whose faces are judged by the real worker with its real models.
type workerMarket struct {
	market
	worker *facetest.Worker
	films  map[facecheck.Step][][]byte
}

func newWorkerMarket(t *testing.T, env ...string) *workerMarket {
	t.Helper()
	worker := facetest.Start(t, env...)
	return &workerMarket{worker: worker, films: worker.Films(), market: newMarket(t, apptest.Faces(worker.Provider()))}
}

// ready waits until the API has seen that the worker answers, which it checks once per second.
func (w *workerMarket) ready(t *testing.T, p *apptest.FacePhone) {
	t.Helper()
	require.Eventually(t, func() bool { return faceStatus(t, p.Client).Ready }, 30*time.Second, 100*time.Millisecond)
}

// borrower returns a borrower who may begin a check.
func (w *workerMarket) borrower(t *testing.T) *apptest.FacePhone {
	t.Helper()
	p := w.known(t)
	p.Agree(t)
	p.Register(t)
	w.ready(t, p)
	return p
}

// held returns the number of face pictures stored for a borrower.
func (w *workerMarket) held(t *testing.T) (count int) {
	t.Helper()
	require.NoError(t, w.Owner.QueryRow(t.Context(), `SELECT count(*) FROM file_object WHERE kind = 'face'`).Scan(&count))
	return count
}

// The test runs the real worker with its real models behind the API, when the worker fails and when pictures show no
// face. The parts run one after the other, because the CPU is the bottleneck.
func TestFaceWorkerBehindAPI(t *testing.T) {
	t.Parallel()
	w := newWorkerMarket(t, "FACE_WORKER_QUEUE=0")
	t.Run("models for phones", w.phoneNets)
	t.Run("invalid pictures", w.noPictures)
	t.Run("full queue", w.full)
	t.Run("no response", w.mute)
	t.Run("killed during a step", w.killed)
}

// The worker is killed while it judges, in each of the three steps: the result is 000, the borrower has no failure,
// nothing passes, and SMS works as before. Once the worker runs again, another check works.
func (w *workerMarket) killed(t *testing.T) {
	for steps := range 3 {
		p := w.borrower(t)
		before := w.held(t)
		opened := p.Open(t, "enrol")
		at := p.Begin(t, opened)
		for range steps {
			at = p.Answer(t, opened.FaceToken, at, w.films[facecheck.Step(at.Step.Kind)]...)
			require.Equal(t, contract.FaceGuidanceCode("ok"), at.Guidance)
		}
		w.AdvanceWall(time.Second)
		// A stopped worker accepts the call and does not answer.
		w.worker.Freeze()
		said := make(chan apptest.Answer, 1)
		failed := make(chan error, 1)
		go func() {
			answer, err := p.TryFrames(t.Context(), "memberFaceStep", stepFields(opened.FaceToken, at.Step.StepNonce), w.films[facecheck.Step(at.Step.Kind)]...)
			failed <- err
			said <- answer
		}()
		require.Eventually(t, func() bool {
			var judging bool
			err := w.Owner.QueryRow(t.Context(), `SELECT count(*) > 0 FROM face_check WHERE claimed_at IS NOT NULL AND state = 'running'`).Scan(&judging)
			return err == nil && judging
		}, 30*time.Second, 10*time.Millisecond)
		w.worker.Kill()
		require.NoError(t, <-failed)
		answer := <-said
		require.Equal(t, reason.FaceUnavailable, answer.Failure.Reason, "killed in step %d: %s", steps+1, answer.Body)
		p.Refused(t, reason.FaceUnavailable, "memberBindFace", body{"faceToken": opened.FaceToken})
		require.Equal(t, before+min(steps, 1), w.held(t), "only the first passed step stores a picture")
		require.Equal(t, sms, loginTypes(t, p.Client))
		require.Equal(t, 5, faceStatus(t, p.Client).ChecksLeft)
		w.worker.Restart()
		w.ready(t, p)
		require.NotEmpty(t, p.Open(t, "enrol").FaceToken, "a new check can be opened")
	}
}

// A call to a worker that does not answer times out, and other calls do not wait for it.
func (w *workerMarket) mute(t *testing.T) {
	p := w.borrower(t)
	before := w.held(t)
	opened := p.Open(t, "enrol")
	at := p.Begin(t, opened)
	w.AdvanceWall(time.Second)
	w.worker.Freeze()
	defer w.worker.Thaw()
	refused := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, at.Step.StepNonce), w.films[facecheck.Step(at.Step.Kind)]...)
	require.Equal(t, reason.FaceUnavailable, refused.Failure.Reason)
	require.Equal(t, sms, loginTypes(t, p.Client))
	require.False(t, faceStatus(t, p.Client).Ready)
	require.Equal(t, 5, faceStatus(t, p.Client).ChecksLeft)
	require.Equal(t, before, w.held(t))
}

// With a full queue the worker says so. The caller gets a Retry-After, and the check stays open.
func (w *workerMarket) full(t *testing.T) {
	p := w.borrower(t)
	opened := p.Open(t, "enrol")
	at := p.Begin(t, opened)
	frame := w.films[facecheck.TurnLeft][0]
	var busy *apptest.Answer
	require.Eventually(t, func() bool {
		answers := make(chan apptest.Answer, 8)
		for range cap(answers) {
			go func() {
				answer, err := p.TryFrames(t.Context(), "memberFaceLook", map[string]string{"faceToken": opened.FaceToken}, frame)
				if err != nil {
					answer = apptest.Answer{}
				}
				answers <- answer
			}()
		}
		for range cap(answers) {
			if answer := <-answers; answer.Failure.Reason == reason.FaceUnavailable {
				busy = &answer
			}
		}
		return busy != nil
	}, 30*time.Second, time.Millisecond)
	require.EqualValues(t, 2, busy.Failure.RetryAfter)
	at = p.Answer(t, opened.FaceToken, at, w.films[facecheck.Step(at.Step.Kind)]...)
	require.Equal(t, 2, at.Step.Number, "the step can still be answered after a busy response")
}

// A file that is not a picture of a face, or far too large, gets an error envelope, nothing is stored, and the step can
// be repeated.
func (w *workerMarket) noPictures(t *testing.T) {
	p := w.borrower(t)
	opened := p.Open(t, "enrol")
	at := p.Begin(t, opened)
	before := w.held(t)
	good := w.films[facecheck.Step(at.Step.Kind)]
	w.AdvanceWall(time.Second)
	step := stepFields(opened.FaceToken, at.Step.StepNonce)

	huge := p.Frames(t, "memberFaceStep", step, make([]byte, 20<<20))
	require.Equal(t, reason.TooLarge, huge.Failure.Reason, "a frame of 20 MB")
	none := p.Frames(t, "memberFaceStep", step)
	require.Equal(t, reason.InvalidParameter, none.Failure.Reason, "no frame at all")
	for name, picture := range map[string][]byte{"a picture that decodes to 4 GB": bomb(t), "plain text": []byte("this is no picture")} {
		again := p.Answer(t, opened.FaceToken, at, picture, picture, picture)
		require.Equal(t, contract.CaptureFailed, again.Guidance, name)
		require.Equal(t, at.Step.Kind, again.Step.Kind, name)
		at = again
	}
	require.Equal(t, before, w.held(t))
	at = p.Answer(t, opened.FaceToken, at, good...)
	require.Equal(t, 2, at.Step.Number, "valid pictures are accepted after invalid ones")
	require.Equal(t, before+1, w.held(t))
}

// Phones get the models of the worker under URLs that are cached forever. URLs of another version return nothing.
func (w *workerMarket) phoneNets(t *testing.T) {
	p := w.borrower(t)
	get := func(path string) apptest.Answer {
		return p.Raw(t, http.MethodGet, path, http.Header{"Accept-Encoding": {"gzip"}}, nil)
	}
	list := get("/face/models.json")
	require.Equal(t, http.StatusOK, list.Status)
	require.Equal(t, "no-store", list.Header.Get("Cache-Control"))
	var now struct{ Version string }
	require.NoError(t, json.Unmarshal(list.Body, &now))
	for name, kind := range map[string]string{"human.esm.js": "text/javascript; charset=utf-8", "facemesh.bin": "application/octet-stream", "tfjs-backend-wasm-simd.wasm": "application/wasm"} {
		file := get("/face/" + now.Version + "/" + name)
		require.Equal(t, http.StatusOK, file.Status, name)
		require.Equal(t, kind, file.Header.Get("Content-Type"))
		require.Equal(t, "public, max-age=31536000, immutable", file.Header.Get("Cache-Control"))
		require.Equal(t, "gzip", file.Header.Get("Content-Encoding"))
	}
	require.Equal(t, http.StatusNotFound, get("/face/"+now.Version+"/face_recognition_model.bin").Status)
	require.Equal(t, http.StatusNotFound, get("/face/0123456789abcdef/human.esm.js").Status)
}

// bomb returns a small JPEG whose header claims 65000 by 65000 pixels.
func bomb(t *testing.T) []byte {
	t.Helper()
	var raw bytes.Buffer
	require.NoError(t, jpeg.Encode(&raw, image.NewGray(image.Rect(0, 0, 16, 16)), nil))
	picture := raw.Bytes()
	frame := bytes.Index(picture, []byte{0xff, 0xc0})
	require.Positive(t, frame)
	copy(picture[frame+5:], []byte{0xfd, 0xe8, 0xfd, 0xe8})
	return picture
}
