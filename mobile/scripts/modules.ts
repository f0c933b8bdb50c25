import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Emits .vite/modules.json beside the manifest, with the sources of each script. The manifest names at most one source
 * per chunk.
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
