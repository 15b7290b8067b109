type Credit = {
  name: string
  /** Who made it. */
  by: string
  licence: string
  url: string
  /** What it does here, in a few words. */
  use: string
}

/** Whose work the voices are, by what it does. */
export const CREDITS: readonly { title: string; works: readonly Credit[] }[] = [
  {
    title: 'Natural voices',
    works: [
      {
        name: 'Kokoro-82M',
        by: 'hexgrad',
        licence: 'Apache-2.0',
        url: 'https://huggingface.co/hexgrad/Kokoro-82M',
        use: 'The model and its voices, trained in part on Koniwa (CC BY 3.0) and SIWIS (CC BY 4.0)',
      },
      {
        name: 'kokoro-onnx',
        by: 'thewh1teagle',
        licence: 'MIT',
        url: 'https://github.com/thewh1teagle/kokoro-onnx',
        use: 'The model as a file for ONNX Runtime',
      },
      {
        name: 'ONNX Runtime',
        by: 'Microsoft',
        licence: 'MIT',
        url: 'https://github.com/microsoft/onnxruntime',
        use: 'Runs the model',
      },
      {
        name: 'misaki',
        by: 'hexgrad',
        licence: 'Apache-2.0',
        url: 'https://github.com/hexgrad/misaki',
        use: 'The dictionaries of English pronunciation',
      },
      {
        name: 'hibari',
        by: 'Maureese Williams',
        licence: 'Apache-2.0',
        url: 'https://pypi.org/project/hibari-tts/',
        use: 'Tells words that are written alike apart, with rules of spaCy (Explosion, MIT)',
      },
    ],
  },
  {
    title: 'Other voices of this system',
    works: [
      {
        name: 'CMU Flite',
        by: 'Carnegie Mellon University',
        licence: 'its own, in the manner of BSD',
        url: 'https://github.com/festvox/flite',
        use: 'English and Indian voices',
      },
      {
        name: 'eSpeak NG',
        by: 'Reece Dunn, Jonathan Duddington and others',
        licence: 'GPL-3.0',
        url: 'https://github.com/espeak-ng/espeak-ng',
        use: 'Voices of more than a hundred languages, and the sounds of words in languages other than English',
      },
    ],
  },
  {
    title: 'Sound',
    works: [
      {
        name: 'LAME',
        by: 'The LAME Project',
        licence: 'LGPL-2.0',
        url: 'https://lame.sourceforge.io/',
        use: 'Writes the MP3 files, in the build of wasm-media-encoders (arseneyr, MIT)',
      },
      {
        name: 'mpg123',
        by: 'Michael Hipp, Thomas Orgis and others',
        licence: 'LGPL-2.1',
        url: 'https://www.mpg123.de/',
        use: 'Reads what speech services send, in the build of mpg123-decoder (Ethan Halsall, MIT)',
      },
    ],
  },
]
