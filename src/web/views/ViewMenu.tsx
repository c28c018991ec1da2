import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ListView, type ViewList, viewApi } from '#domain/views/api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess, toastUndo } from '#web/ui/Toasts.tsx'
import { NARROW, useMedia } from '#web/ui/use-media.ts'
import { useDefaultView } from './use-default-view.ts'

/** `wide`: beside the title of the page. `narrow`: beside the filters, where the title has one line of buttons. */
type Place = 'wide' | 'narrow'

/** The saved views of a list, in one of its two places. */
export function ViewMenu({ list, at }: { list: ViewList; at: Place }) {
  const isNarrow = useMedia(NARROW)
  return (
    <>
      {at === 'wide' && <DefaultView list={list} />}
      {isNarrow === (at === 'narrow') && <Views list={list} />}
    </>
  )
}

/** On every width: the place beside the title is always there, also where its menu is beside the filters. */
function DefaultView({ list }: { list: ViewList }) {
  useDefaultView(list)
  return null
}

/** Opens a saved view, saves the current search, filters and order, and removes. */
function Views({ list }: { list: ViewList }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState<'save' | 'rename' | 'remove' | null>(null)
  const views = useRead(viewApi.list, { query: { list } }).data?.data ?? []
  const query = savedQuery(search)
  const current = views.find((view) => view.query === query)
  const openWith = useOpenWith()
  const close = (): void => setOpen(null)
  return (
    <>
      <LazyMenu
        face={current?.name ?? 'Vistas'}
        label={current ? `Vistas de la lista: ${current.name}` : 'Vistas de la lista'}
        items={[
          ...views.map((view) => ({
            label: nameOf(view),
            onSelect: () => void navigate({ pathname, search: view.query }),
          })),
          {
            label: 'Guardar esta vista…',
            disabledReason: query === '' ? 'Busca, filtra u ordena primero' : undefined,
            onSelect: () => setOpen('save'),
          },
          ...(current
            ? [
                {
                  label: current.is_default
                    ? 'Dejar de abrir la lista con esta vista'
                    : 'Abrir la lista con esta vista',
                  onSelect: () => openWith(current),
                },
              ]
            : []),
          ...(current ? [{ label: 'Cambiar el nombre de esta vista…', onSelect: () => setOpen('rename') }] : []),
          ...(views.length > 0 ? [{ label: 'Borrar vistas…', onSelect: () => setOpen('remove') }] : []),
        ]}
      />
      {open === 'save' && <SaveView list={list} query={query} onClose={close} />}
      {open === 'remove' && <RemoveViews list={list} views={views} onClose={close} />}
      {open === 'rename' && current && <RenameView view={current} onClose={close} />}
    </>
  )
}

/** The name of a view in the menu, with whose it is, and a star before the one that the list opens with. */
const nameOf = ({ name, is_own, is_default }: ListView): string =>
  `${is_default ? '★ Al abrir: ' : ''}${name}${is_own ? '' : ' (del equipo)'}`

/** Chooses the view that the list opens with, or takes the choice back, and offers the opposite. */
function useOpenWith(): (view: ListView) => void {
  const change = useChange(viewApi.openWith, { invalidate: [viewApi.list] })
  const choose = (id: string, is_default: boolean, onDone: (message: string) => void): void =>
    change.mutate(
      { params: { id }, body: { view: { is_default } } },
      {
        onSuccess: ({ message }) => onDone(message),
        onError: (error) => toastFailure(error, 'No pudimos guardar con qué vista se abre la lista'),
      },
    )
  return ({ id, is_default }) =>
    choose(id, !is_default, (message) => toastUndo(message, () => choose(id, is_default, toastSuccess)))
}

/** The search, filters and order of the address: without the page and its size. */
function savedQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of ['page', 'page_size', 'new', 'peek']) query.delete(name)
  query.sort()
  return query.toString()
}

function SaveView({ list, query, onClose }: { list: ViewList; query: string; onClose: () => void }) {
  const save = useChange(viewApi.save, { invalidate: [viewApi.list] })
  const form = useForm({
    schema: viewApi.save.body,
    read: (typed: Readonly<Record<string, unknown>>) => ({
      view: { list, name: typed['view.name'], query, is_shared: typed['view.is_shared'] === true },
    }),
    fields: ['view.name'],
    submit: async (body) => {
      const { message } = await save.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Guardar esta vista" label="Guardar vista" form={form} onClose={onClose}>
      <TextField
        label="Nombre"
        hint="Por ejemplo: Vencidas de más de 60 días"
        {...form.field('view.name')}
        maxLength={40}
        autoComplete="off"
      />
      <CheckboxField name="view.is_shared" label="Compartirla con mi equipo" />
    </FormDialog>
  )
}

function RenameView({ view: { id, name }, onClose }: { view: ListView; onClose: () => void }) {
  const rename = useChange(viewApi.rename, { invalidate: [viewApi.list] })
  const undo = (): void =>
    rename.mutate(
      { params: { id }, body: { view: { name } } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos devolver el nombre'),
      },
    )
  const form = useForm({
    schema: viewApi.rename.body,
    read: (typed: Readonly<Record<string, unknown>>) => ({ view: { name: typed['view.name'] } }),
    fields: ['view.name'],
    submit: async (body) => {
      const { message } = await rename.mutateAsync({ params: { id }, body })
      toastUndo(message, undo)
      onClose()
    },
  })
  return (
    <FormDialog title="Cambiar el nombre de la vista" label="Guardar nombre" form={form} onClose={onClose}>
      <TextField label="Nombre" {...form.field('view.name')} defaultValue={name} maxLength={40} autoComplete="off" />
    </FormDialog>
  )
}

type RemoveProps = { list: ViewList; views: readonly ListView[]; onClose: () => void }

function RemoveViews({ list, views, onClose }: RemoveProps) {
  const remove = useChange(viewApi.remove, { invalidate: [viewApi.list] })
  const restore = useChange(viewApi.save, { invalidate: [viewApi.list] })
  const openWith = useChange(viewApi.openWith, { invalidate: [viewApi.list] })
  const undo = ({ name, query, is_shared, is_default }: ListView): void =>
    restore.mutate(
      { body: { view: { list, name, query, is_shared } } },
      {
        onSuccess: ({ data: { id }, message }) => {
          toastSuccess(message)
          // The view is another one now: the list opens with it as it did.
          if (is_default) openWith.mutate({ params: { id }, body: { view: { is_default } } })
        },
        onError: (error) => toastFailure(error, 'No pudimos devolver la vista'),
      },
    )
  const removeOne = (view: ListView): void =>
    remove.mutate(
      { params: { id: view.id } },
      {
        onSuccess: ({ message }) => {
          // The message is behind an open dialog.
          onClose()
          toastUndo(message, () => undo(view))
        },
        onError: (error) => toastFailure(error, 'No pudimos borrar la vista'),
      },
    )
  return (
    <Dialog title="Borrar vistas" onClose={onClose} footer={<Button onClick={onClose}>Listo</Button>}>
      <RowList>
        {views.map((view) => (
          <li key={view.id}>
            <span className="two-lines">
              {view.name}
              {view.is_shared && <small>Compartida con el equipo</small>}
            </span>
            <Button
              size="dense"
              aria-label={`Borrar la vista ${view.name}`}
              disabledReason={remove.isPending ? 'Estamos borrando otra' : undefined}
              onClick={() => removeOne(view)}
            >
              Borrar
            </Button>
          </li>
        ))}
      </RowList>
    </Dialog>
  )
}
