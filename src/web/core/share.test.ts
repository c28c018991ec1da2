import { expect, test, vi } from 'vitest'
import { shareFile } from './share.ts'

const receipt = new File(['pdf'], 'recibo.pdf')
const refusal = (name: string) => async () => {
  throw new DOMException('', name)
}
const browser = (share: (content: ShareData) => Promise<void>, rest: object = {}): void =>
  void vi.stubGlobal('navigator', { share, ...rest })

test('TRX-01 cerrar la hoja de compartir no es un error, y un toque que ya pasó pide otro', async () => {
  const sharedWith = (name: string) => {
    browser(refusal(name))
    return shareFile(receipt, 'Recibo 1')
  }
  expect(await sharedWith('AbortError')).toBe('opened')
  expect(await sharedWith('NotAllowedError')).toBe('late')
  expect(await sharedWith('InvalidStateError')).toBe('refused')
})

test('TRX-01 un navegador que no comparte archivos recibe el texto', async () => {
  const share = vi.fn(async () => undefined)
  browser(share)
  expect(await shareFile(receipt, 'Recibo 1')).toBe('opened')
  browser(share, { canShare: () => false })
  await shareFile(receipt, 'Recibo 1')
  browser(share, { canShare: () => true })
  await shareFile(receipt, 'Recibo 1')
  expect(share.mock.calls).toEqual([
    [{ text: 'Recibo 1' }],
    [{ text: 'Recibo 1' }],
    [{ text: 'Recibo 1', files: [receipt] }],
  ])
})
