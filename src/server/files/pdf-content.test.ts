import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPdfContent } from './pdf-content.ts'

const MB = 1024 * 1024
const pdf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(['%PDF-1.4\n', ...parts, '\nstartxref\n0\n%%EOF'].map((part) => Buffer.from(part)))
const stream = (dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`1 0 obj ${dictionary} stream\n`), content, Buffer.from('\nendstream endobj\n')])
const packed = (text: string): Buffer => deflateSync(text)
const OBJECTS = '<< /Type /ObjStm /N 1 >>'

test('a script in an object stream is found, also behind the words of another stream and of another object', async () => {
  const script = packed('<< /S /JavaScript >>')
  expect(await readPdfContent(pdf(stream(OBJECTS, script)))).toBe('active')
  expect(await readPdfContent(pdf(stream(OBJECTS, packed('<< /Type /Page >>'))))).toBe('passive')
  // Between the name and its content: a text with the words that begin a stream and an object.
  const fake = `<< /Type /ObjStm /X (stream\n${packed('x').toString('latin1')} 2 0 obj) >>`
  const hidden = Buffer.concat([
    Buffer.from(`1 0 obj ${fake} stream\n`, 'latin1'),
    script,
    Buffer.from('\nendstream endobj\n'),
  ])
  expect(await readPdfContent(pdf(hidden))).toBe('active')
  expect(await readPdfContent(pdf(stream('<< /Type /Obj#53tm >>', packed('x'))))).toBe('active')
  expect(await readPdfContent(pdf(`1 0 obj ${OBJECTS} stream\n`, packed('x')))).toBe('active')
})

test.each(['Launch', 'GoToR', 'GoToE', 'Rendition', 'Movie', 'Sound', 'EmbeddedFile'])(
  'a file with the action /%s is active: it opens another file or program',
  async (name) => {
    expect(await readPdfContent(pdf(`1 0 obj << /S /${name} >> endobj`))).toBe('active')
  },
)

test('a file that opens at one of its own pages is passive', async () => {
  expect(await readPdfContent(pdf('1 0 obj << /OpenAction << /S /GoTo /D [3 0 R /Fit] >> >> endobj'))).toBe('passive')
})

test.each<[string, Buffer]>([
  [
    'a longer dictionary',
    stream(`<< /Type /ObjStm /N 1 /Pad (${'x'.repeat(2_200)}) >>`, packed('<< /S /JavaScript >>')),
  ],
  [
    'a dictionary that is long before the name',
    stream(`<< /Pad [${' 1'.repeat(1_100)}] /Type /ObjStm >>`, packed('x')),
  ],
  ['a dictionary with a comment', stream('<< /Type /ObjStm %\n/N 1 >>', packed('x'))],
  ['a dictionary that is not closed', stream('<< /Type /ObjStm << >>', packed('x'))],
  ['another form of the content', stream('<< /Type /ObjStm /DecodeParms << /Predictor 12 >> >>', packed('x'))],
])('API-02 an object stream with %s is not known to be passive', async (_, object) => {
  expect(await readPdfContent(pdf(object))).toBe('active')
})

test.each(['\n', '\r\n', '\r'])('a script is found after each end of the line that readers take: %j', async (end) => {
  const object = (text: string) =>
    Buffer.concat([Buffer.from(`1 0 obj ${OBJECTS} stream${end}`), packed(text), Buffer.from('\nendstream endobj\n')])
  expect(await readPdfContent(pdf(object('<< /S /JavaScript >>')))).toBe('active')
  expect(await readPdfContent(pdf(object('<< /Type /Page >>')))).toBe('passive')
})

test('an image after an object stream does not make a passive file an active one', async () => {
  const image = stream('<< /Subtype /Image /Filter /DCTDecode >>', Buffer.from('ÿØÿà no zlib', 'latin1'))
  expect(await readPdfContent(pdf(stream(OBJECTS, packed('<< >>')), image))).toBe('passive')
})

// With a cost that grows with the square of the size each of them takes minutes, and the test ends by its time.
test.each<[string, string]>([
  ['words that begin a stream, with escapes', 'stream\n#41'],
  ['names of object streams', '/ObjStm '],
  ['names of object streams with a stream each', '/ObjStm stream\n'],
  ['ends of streams', 'endstream\n'],
  ['escapes', '#41'],
])('API-02 five megabytes of %s are read in the time of any other file', async (_, unit) => {
  const hostile = pdf(unit.repeat((5 * MB) / unit.length))
  expect(['passive', 'active']).toContain(await readPdfContent(hostile))
})

test('API-02 four thousand small object streams without an end are refused after one search', async () => {
  const one = stream(OBJECTS, packed('<< >>')).toString('latin1').replace('endstream', 'end')
  expect(await readPdfContent(pdf(Buffer.from(one.repeat(4_000), 'latin1')))).toBe('active')
})
