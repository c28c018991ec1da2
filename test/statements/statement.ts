import { type ESTree, parseSync, Visitor } from 'vite'

/** A statement with a declared row type, as it is written in a source file: sql<Row>`…`. */
export type Statement = {
  file: string
  line: number
  /** The name of the function or constant of the file that contains it. */
  name: string
  /** The source text of the declared row type. */
  row: string
  /** The texts between the parameters. They are the same in the statement that runs, and so identify it. */
  parts: string[]
}

/** The types of one value. With them sql<T> is a part of another statement, which Kysely or the other statement declares. */
const VALUE = /^(Buffer|Date|Money|Day|Period|boolean|number|string)(\[\])?( \| null)?$/

/**
 * The statements of a file that declare a row type. Parts of other statements are left out: sql<T> with the type of one value, and
 * sql<T>`…`.as(name), a table of a query that Kysely builds. Their types are not checked.
 */
export function listStatements(file: string, text: string): Statement[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const tables = new Set<ESTree.Node>()
  const found: Statement[] = []
  new Visitor({
    MemberExpression({ object, property }) {
      if (property.type === 'Identifier' && property.name === 'as') tables.add(object)
    },
    TaggedTemplateExpression(node) {
      const type = node.typeArguments?.params[0]
      if (node.tag.type !== 'Identifier' || node.tag.name !== 'sql' || !type || tables.has(node)) return
      const row = text.slice(type.start, type.end)
      if (VALUE.test(row)) return
      const line = text.slice(0, node.start).split('\n').length
      const parts = node.quasi.quasis.map(({ value }) => value.cooked ?? value.raw)
      found.push({ file, line, name: nameAt(program, node.start), row, parts })
    },
  }).visit(program)
  return found
}

/** The name that the file gives to the function or constant around a position. */
function nameAt(program: ESTree.Program, position: number): string {
  const around = program.body.find(({ start, end }) => start <= position && position < end)
  const declared = around?.type === 'ExportNamedDeclaration' ? around.declaration : around
  if (declared?.type === 'FunctionDeclaration') return declared.id?.name ?? ''
  const constant = declared?.type === 'VariableDeclaration' ? declared.declarations[0]?.id : undefined
  return constant?.type === 'Identifier' ? constant.name : ''
}
