import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type Plugin } from 'vite'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { type Catcher, catcherPage, startCatcher } from '#simulators/mail/catcher.ts'

/**
 * The development loop. This process keeps what an edit does not end: PostgreSQL, the mail of the demo and Vite. The server
 * is a child that Node starts again after each edit of a file that it imports. Ctrl-C ends all of it.
 */
const WAIT_MAX_MS = 30_000
const WAIT_STEP_MS = 100

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const signalled = Promise.race(signals.map((signal) => once(process, signal)))
// The first signal ends the loop, also one that comes during the start. The next ones must not cut the end short.
for (const signal of signals) process.on(signal, () => undefined)

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const config = readConfig('demo', process.env)
const database = await prepareDatabase(config, say)
const catcher = await startCatcher(0)
const vite = await createServer({ clearScreen: false, plugins: [mailPage(catcher), waitForServer(config.port)] })
await vite.listen()
const [webUrl = config.publicUrl] = vite.resolvedUrls?.local ?? []
say(`\nAplicación web: ${webUrl}\nCorreo de la demostración: ${webUrl}correo\nPara terminar: Ctrl-C\n`)

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'src/server/main.ts', 'demo', '--no-web'],
  {
    cwd: vite.config.root,
    // Ctrl-C reaches every process of the terminal's group. In a group of its own the server gets one signal: ours.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: 'node_modules/.cache/enlace',
      ...process.env,
      PUBLIC_URL: webUrl,
      SMTP_URL: catcher.smtpUrl,
      DATABASE_URL: database.appUrl,
      DATABASE_ADMIN_URL: database.ownerUrl,
    },
  },
)
const exited = once(server, 'exit')
await Promise.race([signalled, exited])
server.kill('SIGTERM')
await exited
await vite.close()
await catcher.close()
await database.stop()
process.exit()

function mailPage(mail: Catcher): Plugin {
  return {
    name: 'mail-page',
    configureServer: ({ middlewares }) => {
      middlewares.use('/correo', (_request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8').end(catcherPage(mail.list()))
      })
    },
  }
}

/** A call that arrives while the server starts again waits for it, instead of failing. */
function waitForServer(port: number): Plugin {
  return {
    name: 'wait-for-server',
    configureServer: ({ middlewares }) => {
      middlewares.use('/api', async (_request, _response, next) => {
        const until = Date.now() + WAIT_MAX_MS
        while (!(await isListening(port)) && Date.now() < until) await sleep(WAIT_STEP_MS)
        next()
      })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
