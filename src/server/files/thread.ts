import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts a worker thread for one piece of work and returns the first message that it sends. Fails when the thread fails, ends without
 * an answer or passes its limits; the thread is ended in any case.
 */
export async function runThread(
  file: URL,
  workerData: object,
  limits: { timeMaxMs?: number; resourceLimits?: ResourceLimits } = {},
): Promise<unknown> {
  // What a failing thread prints is no line of our log.
  const worker = new Worker(file, { workerData, stderr: true, ...limits })
  const timer = limits.timeMaxMs === undefined ? undefined : setTimeout(() => void worker.terminate(), limits.timeMaxMs)
  try {
    return await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('it ended before it answered')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
