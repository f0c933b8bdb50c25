const order = {
  title: 'Khoản vay của tôi',
};

export default order;
