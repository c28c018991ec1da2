import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PROGRAM = path.resolve(import.meta.dirname, '../node_modules/s3rver/bin/s3rver.js')
/** The server encrypts the token of the next page of a list with a cipher that OpenSSL 3 has only here. */
const OLD_CIPHER = ['--openssl-legacy-provider']
const BUCKET = 'enlace'

/** A server of S3 in a process of its own, with one bucket. `stop` and `start` make it unreachable and reachable with its objects. */
export type S3Server = {
  /** The environment of a program that has its files there. */
  env: Record<string, string>
  start(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'enlace-s3-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const server: S3Server = {
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      // The only pair that this server knows.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async start() {
      const args = ['-d', directory, '-a', '127.0.0.1', '-p', String(port), '--silent', '--configure-bucket', BUCKET]
      child = spawn(process.execPath, [...OLD_CIPHER, PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
      for await (const chunk of child.stdout ?? []) if (String(chunk).includes('listening')) return
      throw new Error('the server of S3 did not start')
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async close() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
