/** The end of this process, asked for by a signal or by the end of who reads its output. */
export type Ending = {
  /** Aborted as soon as the end was asked for: a start that is under way gives up. */
  readonly signal: AbortSignal
  /** What runs before the process exits. The newest is run first. */
  before(stop: () => Promise<void>): void
  /** Runs all of that and exits. */
  exit(code: number): Promise<never>
}

const STOP_MAX_MS = 15_000
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Handles signals from now on: the first one stops the process in order, the second one ends it at once with 1, and so do 15
 * seconds. `command` ends by itself when it was aborted; only then is the rest stopped, or what it had just started would be left.
 */
export function handleSignals(print: (line: string) => void): Ending & { run(command: () => Promise<void>): void } {
  const controller = new AbortController()
  const stops: (() => Promise<void>)[] = []
  let running: Promise<unknown> = Promise.resolve()
  const exit = async (code: number): Promise<never> => {
    let result = code
    for (const stop of stops.splice(0).toReversed())
      await stop().catch((error: unknown) => {
        process.stderr.write(`${sentenceOf(error)}\n`)
        result = 1
      })
    return process.exit(result)
  }
  const end = (): void => {
    if (controller.signal.aborted) process.exit(1)
    print('Cerrando…')
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref()
    controller.abort(new Error('Cerrando…'))
    void running.then(() => exit(0))
  }
  for (const name of SIGNALS) process.on(name, end)
  endWithoutReader(() => {
    if (!controller.signal.aborted) end()
  })
  return {
    signal: controller.signal,
    before: (stop) => void stops.push(stop),
    exit,
    run(command) {
      running = command().catch((error: unknown) => {
        if (controller.signal.aborted) return
        process.stderr.write(`${sentenceOf(error)}\n`)
        return exit(1)
      })
    },
  }
}

/** `bin/demo | head`: who reads the output has ended. The rest of the output goes nowhere, and the process ends in order. */
function endWithoutReader(end: () => void): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
      end()
    })
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
