# For each line of standard input, a JSON array of paths: scores the files as one recording and writes one line of JSON with
# DNSMOS P.808 and overall.
import json
import sys

import librosa
import numpy as np
from speechmos import dnsmos

RATE = 16000
PAUSE = np.zeros(round(0.3 * RATE), np.float32)

for line in sys.stdin:
    sounds = [librosa.load(path, sr=RATE)[0] for path in json.loads(line)]
    spaced = [part for sound in sounds for part in (sound, PAUSE)][:-1]
    heard = np.clip(np.concatenate(spaced), -1, 1)
    scores = dnsmos.run(heard, RATE)
    print(json.dumps({"p808": float(scores["p808_mos"]), "ovrl": float(scores["ovrl_mos"])}), flush=True)
