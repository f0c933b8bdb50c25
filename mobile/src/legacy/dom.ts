// Small DOM methods that Ionic and the app need, for Chrome 60 to 68 and Safari 11.

const element = Element.prototype;
if (!('toggleAttribute' in element)) {
  Object.defineProperty(element, 'toggleAttribute', {
    configurable: true,
    value(this: Element, name: string, force = !this.hasAttribute(name)): boolean {
      if (force) this.setAttribute(name, '');
      else this.removeAttribute(name);
      return force;
    },
  });
}
if (!('getAttributeNames' in element)) {
  Object.defineProperty(element, 'getAttributeNames', {
    configurable: true,
    value(this: Element): string[] {
      return Array.from(this.attributes, ({ name }) => name);
    },
  });
}
if (!('replaceChildren' in element)) {
  Object.defineProperty(element, 'replaceChildren', {
    configurable: true,
    value(this: Element, ...nodes: (Node | string)[]): void {
      while (this.lastChild) this.removeChild(this.lastChild);
      this.append(...nodes);
    },
  });
}

// Elements have scroll methods since Chrome 61 and Safari 14. These replacements scroll without animation.
if (!('scrollBy' in element)) {
  const scroll = (from: (node: Element) => [number, number]) =>
    function (this: Element, to: ScrollToOptions | number = {}, down = 0): void {
      const { left, top } = typeof to === 'number' ? { left: to, top: down } : to;
      const [x, y] = from(this);
      if (left !== undefined) this.scrollLeft = x + left;
      if (top !== undefined) this.scrollTop = y + top;
    };
  const here = scroll(() => [0, 0]);
  Object.assign(element, { scroll: here, scrollTo: here, scrollBy: scroll(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]) });
}

const slot = typeof HTMLSlotElement === 'undefined' ? null : HTMLSlotElement.prototype;
if (slot && !('assignedElements' in slot)) {
  Object.defineProperty(slot, 'assignedElements', {
    configurable: true,
    value(this: HTMLSlotElement, options?: AssignedNodesOptions): Element[] {
      return this.assignedNodes(options).filter((node): node is Element => node.nodeType === Node.ELEMENT_NODE);
    },
  });
}

// Safari 11 has neither; Chrome 60 has no `isConnected`.
const node = Node.prototype;
if (!('isConnected' in node)) {
  Object.defineProperty(node, 'isConnected', {
    configurable: true,
    get(this: Node): boolean {
      let root = this as Node;
      for (;;) {
        const up: Node | null = root.parentNode ?? (root as ShadowRoot).host ?? null;
        if (up === null) return root === document;
        root = up;
      }
    },
  });
}
if (!('getRootNode' in node)) {
  Object.defineProperty(node, 'getRootNode', {
    configurable: true,
    value(this: Node, options?: GetRootNodeOptions): Node {
      let root = this as Node;
      for (;;) {
        const up: Node | null = root.parentNode ?? (options?.composed ? (root as ShadowRoot).host : null) ?? null;
        if (up === null) return root;
        root = up;
      }
    },
  });
}

if (!('queueMicrotask' in window)) {
  Object.assign(window, { queueMicrotask: (work: () => void) => void Promise.resolve().then(work) });
}
if (!('globalThis' in window)) Object.assign(window, { globalThis: window });

// Safari's Response and Blob have no promise-based readers before 11.3 and 14.
if (typeof Blob.prototype.arrayBuffer !== 'function') {
  Object.defineProperty(Blob.prototype, 'arrayBuffer', {
    configurable: true,
    value(this: Blob): Promise<ArrayBuffer> {
      return new Response(this).arrayBuffer();
    },
  });
}
if (typeof Blob.prototype.text !== 'function') {
  Object.defineProperty(Blob.prototype, 'text', {
    configurable: true,
    value(this: Blob): Promise<string> {
      return new Response(this).text();
    },
  });
}

export {};
