import type { Column, Sort } from './Table.tsx'

type Props<Row> = { columns: readonly Column<Row>[]; sort: Sort; onSort: (sort: Sort) => void }

/** The order of a list of cards, where the headers with their buttons are not shown. */
export function SortSelect<Row>({ columns, sort, onSort }: Props<Row>) {
  const change = (value: string): void => {
    const [key = '', direction] = value.split(' ')
    onSort(key === '' ? null : { key, direction: direction === 'desc' ? 'desc' : 'asc' })
  }
  return (
    <label className="table__order">
      <span>Ordenar por</span>
      <select
        className="input"
        value={sort === null ? '' : `${sort.key} ${sort.direction}`}
        onChange={(event) => change(event.target.value)}
      >
        <option value="">Orden de la lista</option>
        {columns.flatMap(({ key, header, sortable }) =>
          sortable
            ? [
                <option key={key} value={`${key} asc`}>
                  {header}, de menor a mayor
                </option>,
                <option key={`-${key}`} value={`${key} desc`}>
                  {header}, de mayor a menor
                </option>,
              ]
            : [],
        )}
      </select>
    </label>
  )
}
