"""What the server takes out of a text before it looks at it (base/contract/decode.go): a text that is wrong by these alone is accepted."""
import json
import re

import schemathesis

OBEYED = re.compile("[\u0080-\u009f\u202a-\u202e\u2066-\u2069]")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    accepted = type(failure).__name__ == "AcceptedNegativeData"
    return not (accepted and OBEYED.search(json.dumps(case.body, ensure_ascii=False, default=str)))
