/** The saved views of the signed-in person. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MastheadError, type SavedView } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { usePerson, useSite } from '../../shell/context.ts';
import { forget, read } from '../../shell/remembered.ts';

type NewView = Pick<SavedView, 'name' | 'search'>;

interface Views {
  views: SavedView[] | undefined;
  error: Error | null;
  save: (view: NewView, onSaved: () => void) => void;
  remove: (view: SavedView) => void;
  isSaving: boolean;
}

export function useViews(isShown: boolean): Views {
  const { manage } = useApi();
  const site_id = useSite().id;
  const stored = `masthead.newsroom.views.${usePerson().id}.${site_id}`;
  const queries = useQueryClient();
  const queryKey = ['views', site_id];
  const list = async () => (await manage.savedViews.list({ site_id })).saved_views;
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const views = await list();
      const missing = earlierViews(read(stored)).filter(({ name }) => !views.some((view) => view.name === name));
      for (const view of missing) await manage.savedViews.save({ site_id, ...view }).catch(ignoreRefusal);
      forget(stored);
      return missing.length === 0 ? views : list();
    },
    enabled: isShown,
  });
  const onSettled = () => queries.invalidateQueries({ queryKey });
  const saving = useMutation({
    mutationFn: (view: NewView) => manage.savedViews.save({ site_id, ...view }),
    onSettled,
  });
  const removing = useMutation({ mutationFn: ({ id }: SavedView) => manage.savedViews.remove(id), onSettled });
  return {
    views: query.data,
    error: query.error ?? saving.error ?? removing.error,
    save: (view, onSuccess) => saving.mutate(view, { onSuccess }),
    remove: removing.mutate,
    isSaving: saving.isPending,
  };
}

/** A view that the service does not accept would come back each time. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof MastheadError && [409, 422].includes(error.status))) throw error;
}

const LONGEST_NAME = 60;

/** Views that an earlier version stored in the browser, with a question mark before the filters. */
export function earlierViews(text: string | null): NewView[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    const views = Array.isArray(value) ? value.filter(isView) : [];
    return views.map(({ name, search }) => ({
      name: name.trim().slice(0, LONGEST_NAME),
      search: search.replace(/^\?/, ''),
    }));
  } catch {
    return [];
  }
}

function isView(value: unknown): value is NewView {
  const { name, search } = (value ?? {}) as Partial<NewView>;
  return typeof name === 'string' && name.trim() !== '' && typeof search === 'string';
}
