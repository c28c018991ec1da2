import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { portOf } from '#test/started.ts'

const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')

/** Builds the screens, and runs `work` with a demo of its own and a browser. `baseURL`: of the demo. */
export async function withDemoSite<T>(work: (browser: Browser, baseURL: string) => Promise<T>): Promise<T> {
  await build({ logLevel: 'warn' })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-bench-site-'))
  const server = spawn(process.execPath, [MAIN, 'demo'], {
    env: {
      ...process.env,
      PORT: '0',
      ENLACE_DATA: dataDir,
      LOG_LEVEL: 'error',
      RATE_ANONYMOUS_PER_MINUTE: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox'],
  })
  try {
    return await work(browser, `http://localhost:${await portOf(server)}`)
  } finally {
    await browser.close()
    server.kill('SIGTERM')
    await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}
