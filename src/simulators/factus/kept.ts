import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FactusSimulatorOptions, KeptDocument } from './simulator.ts'

/** The documents of a simulator in a file, one change on each line, so that a demo has them again at its next start. */
export function keptIn(file: string): NonNullable<FactusSimulatorOptions['kept']> {
  mkdirSync(path.dirname(file), { recursive: true })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return {
    // The last line may be cut short when the process was killed.
    documents: lines.flatMap(changeOf),
    write: (kept) => appendFileSync(file, `${JSON.stringify(kept)}\n`),
  }
}

function changeOf(line: string): KeptDocument[] {
  try {
    const kept: KeptDocument = JSON.parse(line)
    return [kept]
  } catch {
    return []
  }
}
