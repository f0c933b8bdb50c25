import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Emits .vite/modules.json beside the manifest: the sources that each script was made of. The manifest names a chunk by one
 * of them at most, and says nothing of what came along.
 */
export function modulesFile(): Plugin {
  let root = '';
  return {
    name: 'modules-file',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.moduleIds.map((id) => relative(root, id))] as const] : []));
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(Object.fromEntries(chunks)) });
    },
  };
}
