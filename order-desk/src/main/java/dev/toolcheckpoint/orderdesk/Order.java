package dev.toolcheckpoint.orderdesk;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * An order of the made-up shop.
 *
 * @param number names it
 * @param item what was bought
 * @param paid how much, in euros
 * @param customer the customer's mail address
 */
public record Order(String number, String item, BigDecimal paid, String customer) {

    /** All there are: two that are refunded at once, and one of which the refund needs an approval. */
    public static final List<Order> ALL = List.of(
            new Order("order-1001", "kettle", new BigDecimal("25.00"), "ada@example.com"),
            new Order("order-1002", "bicycle", new BigDecimal("480.00"), "grace@example.com"),
            new Order("order-1003", "umbrella", new BigDecimal("18.50"), "alan@example.com"));

    /** The order of this number. */
    public static Optional<Order> find(String number) {
        return ALL.stream().filter(order -> order.number().equals(number)).findFirst();
    }
}
