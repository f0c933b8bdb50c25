package face

import (
	"crypto/rand"
	"math/big"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Draw returns random different steps. At least one is a turn, because a picture held in front of the camera cannot turn.
func Draw(count int) []facecheck.Step {
	steps := slices.Clone(facecheck.Steps)
	for i := len(steps) - 1; i > 0; i-- {
		j := below(i + 1)
		steps[i], steps[j] = steps[j], steps[i]
	}
	drawn := steps[:min(count, len(steps))]
	if !slices.ContainsFunc(drawn, isTurn) {
		drawn[below(len(drawn))] = []facecheck.Step{facecheck.TurnLeft, facecheck.TurnRight}[below(2)]
	}
	return drawn
}

func isTurn(s facecheck.Step) bool { return s == facecheck.TurnLeft || s == facecheck.TurnRight }

func below(n int) int {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // crypto/rand's reader does not fail
	}
	return int(i.Int64())
}
