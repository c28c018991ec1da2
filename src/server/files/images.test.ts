import sharp from 'sharp'
import { expect, test } from 'vitest'
import { redraw } from './images.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

test('a photo as a phone sends it and a signature do not wait for a large image', async () => {
  const smallDrawn = Promise.withResolvers<void>()
  const large = redraw(await blank(2_400, 1_600), 'file', () => smallDrawn.promise)
  const small = await blank(1_600, 1_200)
  const drawn = await redraw(small, 'file', (image) => image.metadata())
  smallDrawn.resolve()
  await large
  expect([drawn.width, drawn.height]).toEqual([1_600, 1_200])
})

test('an image of one column of millions of lines is refused by its header', async () => {
  const tall = await sharp({ create: { width: 1, height: 1_000_000, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const drawn = redraw(tall, 'file', () => Promise.reject(new Error('it was drawn')))
  await expect(drawn).rejects.toThrow('No pudimos leer la imagen')
})

test('two large images are drawn one after the other', async () => {
  const large = await blank(2_400, 1_600)
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const draw = (name: string, end: Promise<void>) =>
    redraw(large, 'file', async () => {
      order.push(`${name} begins`)
      await end
      order.push(`${name} ends`)
    })
  const both = [draw('the first', first.promise), draw('the second', Promise.resolve())]
  while (order.length === 0) await new Promise((resolve) => setImmediate(resolve))
  first.resolve()
  await Promise.all(both)
  expect(order.map((step) => step.split(' ').at(-1))).toEqual(['begins', 'ends', 'begins', 'ends'])
})
