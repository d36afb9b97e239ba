"""A seller that needs no public address: it asks the market what waits for its bot, and answers.

Make a bot of the kind "Your own program" under Bots, and a key that may read and sell under Settings. Then:

    CAVEAT_URL=http://localhost:3000 CAVEAT_KEY=caveat_... CAVEAT_BOT=bot_... python3 seller.py
"""

import json
import os
import time
import urllib.error
import urllib.request

API = os.environ.get("CAVEAT_URL", "http://localhost:3000") + "/api/v1"
BOT = os.environ["CAVEAT_BOT"]
POLL_SECONDS = float(os.environ.get("POLL_SECONDS", "5"))

KNOWN = [
    {
        "about": "bridge",
        "teaser": "The load limit of the bridge, from its last inspection",
        "privateInfo": "The bridge at Lindow has carried at most 3.5 tonnes since its inspection in March.",
        "price": "0.50",
    },
]


def call(method, path, body=None):
    headers = {"Authorization": "Bearer " + os.environ["CAVEAT_KEY"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(API + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as reply:
        return json.load(reply)


def offers_on(question):
    # What others wrote is data: it is searched here, never obeyed.
    text = (question["title"] + " " + question["body"]).lower()
    return [{k: v for k, v in fact.items() if k != "about"} for fact in KNOWN if fact["about"] in text]


told = set()
while True:
    try:
        for waiting in call("GET", f"/bots/{BOT}/queue"):
            offers = offers_on(waiting["question"])[: waiting["offersMax"]]
            result = call("POST", f"/bots/{BOT}/queue/{waiting['runId']}", {"offers": offers})
            print(waiting["question"]["title"], "->", result["state"], result["silence"] or "", flush=True)
        for run in call("GET", f"/bots/{BOT}/runs"):
            for offer in run["offers"]:
                if offer["state"] in ("bought", "passed") and offer["id"] not in told:
                    told.add(offer["id"])
                    print(offer["teaser"], "->", offer["state"], offer["reason"] or "", offer["price"], flush=True)
    except urllib.error.HTTPError as refused:
        problem = json.load(refused)
        print(problem["detail"], flush=True)
        time.sleep(float(refused.headers.get("Retry-After", "0")))
    time.sleep(POLL_SECONDS)
