/** The keys that the interface shows on every `open_graph`, in its order; `og_url`, which some samples lack, only when it is set. */
export function completeOpenGraph<T extends object>(stored: T): T {
  return { og_title: null, og_description: null, og_image: null, ...stored };
}
