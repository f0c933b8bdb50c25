const support = {
  title: 'Hỗ trợ',
};

export default support;
