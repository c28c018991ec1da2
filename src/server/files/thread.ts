import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts a worker thread for one task and returns its first message. Throws when the thread fails, ends without a message or exceeds
 * its limits. The thread is always terminated.
 */
export async function runThread(
  file: URL,
  workerData: object,
  limits: { timeMaxMs?: number; resourceLimits?: ResourceLimits } = {},
): Promise<unknown> {
  // The output of a failed thread is not written to the log.
  const worker = new Worker(file, { workerData, stderr: true, ...limits })
  const timer = limits.timeMaxMs === undefined ? undefined : setTimeout(() => void worker.terminate(), limits.timeMaxMs)
  try {
    return await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread ended without a message')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
