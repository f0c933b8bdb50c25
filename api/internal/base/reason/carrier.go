package reason

// The verification with a mobile carrier, besides the codes of the specification.
const (
	CarrierRunning  Reason = "carrier_running"
	CarrierTooMany  Reason = "carrier_too_many"
	CarrierWay      Reason = "carrier_way"
	CarrierCodeWait Reason = "carrier_code_wait"
)

var carrierRows = []row{
	{CarrierRunning, 20331, 409},
	{CarrierTooMany, 20332, 429},
	{CarrierWay, 20333, 422},
	{CarrierCodeWait, 20334, 429},
}
