import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { KEPT, KEPT_IN_FIELD } from '../scripts/service-worker.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const STATIC = /^(?:import|export|\}) [^;]*?from '((?:#web|\.)[^']+)'/gm
const LAZY = /lazy\(\s*\(\)\s*=>\s*import\('((?:#web|\.)[^']+)'\)/g

/** The steps of a sign-in, what only the desk closes, and the ribbon of the demo, without which the frame is shown. */
const NEED_A_CONNECTION = [
  'src/web/auth/DemoRibbon.tsx',
  'src/web/auth/FirstLoginStep.tsx',
  'src/web/auth/TwoFactorStep.tsx',
  'src/web/installations/FinishTaskDialog.tsx',
]

test('what the kept screens load by itself is kept too: without a connection, a missing part would take the whole screen with it', () => {
  const kept = new Set([...KEPT, ...KEPT_IN_FIELD, ...NEED_A_CONNECTION])
  const parts = lazyPartsOf([...KEPT, ...KEPT_IN_FIELD])
  expect(parts).toContain('src/web/visits/NextVisits.tsx')
  expect(parts).toContain('src/web/views/ViewMenu.tsx')
  expect(parts.filter((part) => !kept.has(part))).toEqual([])
})

/** The files that some screens, and all that they import, load with `lazy`. */
function lazyPartsOf(screens: readonly string[]): string[] {
  const read = new Set<string>()
  const parts = new Set<string>()
  const visit = (file: string): void => {
    if (read.has(file) || !/\.tsx?$/.test(file)) return
    read.add(file)
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(LAZY)) parts.add(fileOf(file, specifier))
    for (const [, specifier = ''] of text.matchAll(STATIC)) visit(fileOf(file, specifier))
  }
  for (const screen of screens) visit(screen)
  return [...parts]
}

const fileOf = (from: string, specifier: string): string =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : path.posix.join(path.posix.dirname(from), specifier)
