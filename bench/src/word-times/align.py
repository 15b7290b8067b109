# For each line of standard input, a JSON object with the words of a recording and its path (16 kHz, 16 bits, mono, no header):
# writes one line of JSON with the start and end of each word in ms, or null if they cannot be aligned.
import json
import sys

from pocketsphinx import Decoder

MS_PER_FRAME = 10
# Clips have almost no silence at their ends, which the alignment needs. It fails for some lengths, so several are tried.
AROUND_MS = [250, 150, 350, 100, 500]
SILENCES = {"<s>", "</s>", "<sil>", "[NOISE]", "[SPEECH]", "(NULL)"}

decoder = Decoder(samprate=16000, lm=None, loglevel="FATAL")


def pass_over(sound):
    decoder.start_utt()
    decoder.process_raw(sound, full_utt=True)
    decoder.end_utt()


def align(words, sound, around_ms):
    silence = bytes(2 * 16 * around_ms)
    decoder.set_align_text(" ".join(words))
    pass_over(silence + sound + silence)
    # The second pass aligns states, which places the ends of words better.
    decoder.set_alignment()
    pass_over(silence + sound + silence)
    times = [
        [word.start * MS_PER_FRAME - around_ms, (word.start + word.duration) * MS_PER_FRAME - around_ms]
        for word in decoder.get_alignment()
        if word.name not in SILENCES
    ]
    return times if len(times) == len(words) else None


for line in sys.stdin:
    request = json.loads(line)
    with open(request["path"], "rb") as file:
        sound = file.read()
    times = None
    for around_ms in AROUND_MS:
        try:
            times = align(request["words"], sound, around_ms)
        except RuntimeError:
            continue
        if times:
            break
    print(json.dumps(times), flush=True)
