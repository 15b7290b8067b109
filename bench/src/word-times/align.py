# For each line of standard input, a JSON object with the words of a recording and its path (16 kHz, 16 bits, mono, no header):
# writes one line of JSON with the start and end of each word in ms, or null if they cannot be aligned.
import json
import sys

from pocketsphinx import Decoder

MS_PER_FRAME = 10
# Clips have almost no silence at their ends, which the alignment needs.
AROUND_MS = 250
SILENCE = bytes(2 * 16 * AROUND_MS)
SILENCES = {"<s>", "</s>", "<sil>", "[NOISE]", "[SPEECH]", "(NULL)"}

# The words are known, so the search must not give up: wide beams.
BEAMS = {"beam": 1e-150, "pbeam": 1e-150, "wbeam": 1e-120}
decoder = Decoder(samprate=16000, lm=None, loglevel="FATAL", **BEAMS)


def pass_over(sound):
    decoder.start_utt()
    decoder.process_raw(sound, full_utt=True)
    decoder.end_utt()


for line in sys.stdin:
    request = json.loads(line)
    with open(request["path"], "rb") as file:
        sound = SILENCE + file.read() + SILENCE
    try:
        decoder.set_align_text(" ".join(request["words"]))
        pass_over(sound)
        # The second pass aligns states, which places the ends of words better.
        decoder.set_alignment()
        pass_over(sound)
        times = [
            [word.start * MS_PER_FRAME - AROUND_MS, (word.start + word.duration) * MS_PER_FRAME - AROUND_MS]
            for word in decoder.get_alignment()
            if word.name not in SILENCES
        ]
        print(json.dumps(times if len(times) == len(request["words"]) else None), flush=True)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        print("null", flush=True)
