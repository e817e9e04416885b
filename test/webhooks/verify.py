"""Verifies notifications, one JSON object a line: an independent implementation of the interface's rules."""
import base64, hashlib, hmac, json, sys

good = 0
for number, line in enumerate(sys.stdin.buffer, 1):
    case = json.loads(line)
    text = "|".join(case[part] for part in ("method", "action", "env", "url", "body")).lower()
    digest = hmac.new(case["secret"].encode("utf-8"), text.encode("utf-8"), hashlib.sha256).digest()
    if digest.hex() == case["hex"] and base64.b64encode(digest).decode() == case["base64"]:
        good += 1
    else:
        print(f"line {number} does not verify: {case.get('name', case['body'][:200])}")
print(f"{good} verified")
