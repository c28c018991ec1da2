import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The tokens of a theme: those of :root, replaced by those of the dark block. */
function theme(name: 'light' | 'dark'): Record<string, string> {
  const blocks = {
    light: /:root \{([^}]*)\}/.exec(css)?.[1] ?? '',
    dark: /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(css)?.[1] ?? '',
  }
  const read = (block: string) =>
    Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6}|var\(--[\w-]+\));/g)].map((match) => [
        match[1] ?? '',
        match[2] ?? '',
      ]),
    )
  const tokens: Record<string, string> = { ...read(blocks.light), ...(name === 'dark' ? read(blocks.dark) : {}) }
  const resolve = (value: string): string =>
    value.startsWith('var(') ? resolve(tokens[value.slice(6, -1)] ?? '') : value
  return Object.fromEntries(Object.entries(tokens).map(([key, value]) => [key, resolve(value)]))
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

for (const name of ['light', 'dark'] as const) {
  test(`each text of the ${name} theme has enough contrast with its background`, () => {
    const tokens = theme(name)
    const pairs: [string, string][] = [
      ...['text', 'text-quiet', 'danger', 'good', 'warn', 'info', 'accent-text'].flatMap((text): [string, string][] => [
        [text, 'surface'],
      ]),
      ...['text', 'text-quiet', 'accent-text', 'danger'].map((text): [string, string] => [text, 'ground']),
      ...['danger', 'good', 'warn', 'info'].map((text): [string, string] => [text, `${text}-tint`]),
      ['text-quiet', 'quiet-tint'],
      ['text-quiet', 'surface-quiet'],
      ['accent-text', 'accent-tint'],
      ['brand-ink', 'brand-solid'],
    ]
    for (const [text, background] of pairs) {
      expect([text, background, contrast(tokens[text] ?? '', tokens[background] ?? '') >= 4.5]).toEqual([
        text,
        background,
        true,
      ])
    }
    for (const background of ['surface', 'ground'])
      expect(contrast(tokens.border ?? '', tokens[background] ?? '')).toBeGreaterThanOrEqual(3)
  })
}

test('the dark theme of the system and the chosen one have the same tokens', () => {
  const [system = '', chosen = ''] = [
    /:root:not\(\[data-theme="light"\]\) \{([^}]*)\}/.exec(css)?.[1],
    /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(css)?.[1],
  ]
  const lines = (block: string) => block.split('\n').map((text) => text.trim())
  expect(lines(system)).toEqual(lines(chosen))
})

test('the dark theme changes colours only, and no other style depends on the theme', () => {
  const web = path.resolve(import.meta.dirname, '..')
  const others = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.css') &&
      name !== 'ui/tokens.css' &&
      /prefers-color-scheme|data-theme/.test(readFileSync(path.join(web, name), 'utf8')),
  )
  expect(others).toEqual([])
  const dark = /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(css)?.[1] ?? ''
  const lines = dark.split('\n').flatMap((line) => line.trim() || [])
  expect(lines.length).toBeGreaterThan(15)
  // The accessibility tests examine only the colours in the dark theme: a token of another kind would need the other rules too.
  const isColour = /^(color-scheme: dark|--[\w-]+: (#[0-9a-f]{6}|var\(--brand-[\w-]+\)));$/
  expect(lines.filter((line) => !isColour.test(line))).toEqual([])
})

test('FMT-01 each text and each corner of a screen has a size of the scale', () => {
  const folder = path.resolve(import.meta.dirname, '..')
  const literals = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      [...readFileSync(path.join(folder, name), 'utf8').matchAll(/(?:font-size|border-radius): [^;]+/g)].map(
        ([text]) => `${name} ${text}`,
      ),
    )
  expect(literals.length).toBeGreaterThan(200)
  // 'pt' is of paper; the titles of the public pages grow with the window.
  const outside = literals.filter(
    (text) => /[\d.](?:px|rem)/.test(text.replace('999px', '')) && !text.includes('clamp('),
  )
  expect(outside).toEqual([])
})
