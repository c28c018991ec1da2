import '#server/exit-flags.ts'
import { connect } from 'node:net'
import type { CrowdCounts, Sockets } from './crowd.ts'

const counts: CrowdCounts = { answered: 0, cut: 0 }

process.on('message', (message: { port: number; groups: readonly Sockets[] } | 'counts') => {
  if (message === 'counts') process.send?.(counts)
  else for (const group of message.groups) openGroup(message.port, group)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function openGroup(port: number, { count, start, fillerBytes = 0, reads }: Sockets): void {
  // One buffer for all of them.
  const bytes = Buffer.concat([Buffer.from(start), Buffer.alloc(fillerBytes, 'a')])
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(port, '127.0.0.1')
    // A socket that fails is closed too.
    socket.on('error', () => undefined)
    socket.once('close', () => void (counts.cut += 1))
    if (reads) socket.once('data', () => void (counts.answered += 1)).resume()
    else socket.pause()
    socket.write(bytes)
  }
}
